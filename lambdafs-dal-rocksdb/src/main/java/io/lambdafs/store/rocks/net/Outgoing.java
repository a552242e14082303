package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Frames on their way out of one connection. Thread-safe, and no call waits for the network.
 *
 * <p>One thread writes at a time, without a lock. What others put meanwhile it finds when it is done, and writes at once. So the
 * busier a connection is, the more frames leave with one call to the kernel, and nobody is held up when it is quiet.
 */
final class Outgoing {
    private final BufferPool pool;
    private @Nullable ByteBuffer filling;
    private @Nullable ByteBuffer writing;
    private long put;
    private volatile long written;
    private boolean busy;
    private volatile boolean stuck;
    private boolean closed;

    Outgoing(BufferPool pool) {
        this.pool = pool;
    }

    /** What has become of a flush. */
    enum Flushed {
        /** All is written, or another thread is about to write it. */
        DONE,

        /** The kernel takes no more for now. Somebody has to retry when it does. */
        STUCK
    }

    /**
     * Adds a frame, which leaves with the next flush. Returns the number of bytes that were put until its end, or -1 if the
     * connection is closed.
     */
    synchronized long put(byte kind, long number, byte[] payload) {
        if (closed) {
            return -1;
        }
        int bytes = Frames.HEADER_BYTES + payload.length;
        ByteBuffer out = room(bytes);
        out.putInt(bytes - Frames.LENGTH_BYTES).put(kind).putLong(number).put(payload);
        put += bytes;
        return put;
    }

    private ByteBuffer room(int bytes) {
        ByteBuffer present = filling == null ? pool.take() : filling;
        if (present.remaining() < bytes) {
            int needed = Math.addExact(present.position(), bytes);
            present = pool.larger(present, BufferPool.grown(present.capacity(), needed));
        }
        filling = present;
        return present;
    }

    /**
     * Writes what was put, unless another thread writes already, which finds it.
     *
     * @param retry whether to try again although the kernel took no more the last time
     */
    Flushed flush(WritableByteChannel channel, boolean retry) throws IOException {
        ByteBuffer next = begin(retry);
        while (next != null) {
            int count = 0;
            try {
                count = channel.write(next);
            } catch (IOException e) {
                fail();
                throw e;
            }
            next = wrote(next, count);
        }
        return stuck ? Flushed.STUCK : Flushed.DONE;
    }

    private synchronized @Nullable ByteBuffer begin(boolean retry) {
        if (busy || closed || (stuck && !retry)) {
            return null;
        }
        stuck = false;
        if (writing == null) {
            swap();
        }
        busy = writing != null;
        return writing;
    }

    private void swap() {
        writing = filling;
        filling = null;
        if (writing != null) {
            writing.flip();
        }
    }

    private synchronized @Nullable ByteBuffer wrote(ByteBuffer buffer, int count) {
        written += count;
        if (buffer.hasRemaining()) {
            stuck = true;
        } else {
            pool.give(buffer);
            swap();
        }
        busy = !closed && !stuck && writing != null;
        notifyAll();
        return busy ? writing : null;
    }

    private synchronized void fail() {
        busy = false;
        closed = true;
        notifyAll();
    }

    /** Bytes that were put and not written. */
    synchronized long unsent() {
        return put - written;
    }

    /** Bytes that were written, which is a sign of life of the peer that reads them. */
    long written() {
        return written;
    }

    boolean isStuck() {
        return stuck;
    }

    /** Takes no more frames, and writes none after the write that is under way. */
    synchronized void close() {
        closed = true;
        if (!busy) {
            release();
        }
    }

    private void release() {
        if (filling != null) {
            pool.give(filling);
            filling = null;
        }
        if (writing != null) {
            pool.give(writing);
            writing = null;
        }
    }

    /** Whether the bytes up to this were written. The answer does not change any more, because the connection is closed. */
    synchronized boolean hasWritten(long end) {
        boolean interrupted = false;
        // Soon over: no write waits for the network.
        while (busy) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return written >= end;
    }
}
