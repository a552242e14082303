package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that have arrived on a connection, cut into frames. For one thread at a time.
 *
 * <p>It holds a buffer only while bytes are in it. The buffer grows with the bytes that come, not with the length that a header
 * promises.
 */
final class Incoming {
    private final BufferPool pool;
    private final int mostFrameBytes;
    private @Nullable ByteBuffer buffer;

    /** The bytes that have not been looked at are from start to end. */
    private int start;

    private int end;
    private byte kind;
    private long number;

    Incoming(BufferPool pool, int mostFrameBytes) {
        this.pool = pool;
        this.mostFrameBytes = mostFrameBytes;
    }

    /** Reads once, without waiting. Returns how many bytes came, or -1 if none will come any more. */
    int fill(ReadableByteChannel channel) throws IOException {
        ByteBuffer room = room();
        room.limit(room.capacity()).position(end);
        int count = channel.read(room);
        end += Math.max(count, 0);
        return count;
    }

    private ByteBuffer room() {
        ByteBuffer present = buffer;
        if (present == null) {
            present = pool.take();
        } else if (end == present.capacity()) {
            present = start > 0
                    ? shifted(present)
                    : pool.larger(present.limit(end).position(end), grown(present));
        }
        buffer = present;
        return present;
    }

    private int grown(ByteBuffer full) {
        return Math.min(BufferPool.grown(full.capacity(), 0), Math.max(mostFrameBytes, full.capacity() + 1));
    }

    private ByteBuffer shifted(ByteBuffer full) {
        full.limit(end).position(start);
        full.compact();
        end -= start;
        start = 0;
        return full;
    }

    /**
     * Goes to the next frame, if it is there as a whole. Then {@link #kind}, {@link #number} and {@link #payload} are those of
     * this frame.
     */
    boolean next() throws MalformedFrameException {
        ByteBuffer present = buffer;
        if (present == null || end - start < Frames.LENGTH_BYTES) {
            return false;
        }
        present.limit(end);
        int length = present.getInt(start);
        if (length < Frames.HEADER_BYTES - Frames.LENGTH_BYTES || length > mostFrameBytes - Frames.LENGTH_BYTES) {
            throw new MalformedFrameException("a frame says that " + length + " bytes follow, which is outside of "
                    + (Frames.HEADER_BYTES - Frames.LENGTH_BYTES) + " to " + (mostFrameBytes - Frames.LENGTH_BYTES));
        }
        if (length > end - start - Frames.LENGTH_BYTES) {
            return false;
        }
        kind = present.get(start + Frames.LENGTH_BYTES);
        number = present.getLong(start + Frames.LENGTH_BYTES + 1);
        int payload = start + Frames.HEADER_BYTES;
        start += Frames.LENGTH_BYTES + length;
        present.limit(start).position(payload);
        return true;
    }

    byte kind() {
        return kind;
    }

    long number() {
        return number;
    }

    /** The frame's payload, from position to limit, until the next call of any other method. */
    ByteBuffer payload() {
        ByteBuffer present = buffer;
        if (present == null) {
            throw new IllegalStateException("there is no frame");
        }
        return present;
    }

    /** Whether bytes are left: part of a frame, or frames that nobody has asked for. */
    boolean hasRest() {
        return end > start;
    }

    /** Gives the buffer back if nothing is left in it. */
    void rest() {
        if (start == end) {
            release();
        }
    }

    /** Drops what is there. */
    void release() {
        ByteBuffer present = buffer;
        buffer = null;
        start = 0;
        end = 0;
        if (present != null) {
            pool.give(present);
        }
    }
}
