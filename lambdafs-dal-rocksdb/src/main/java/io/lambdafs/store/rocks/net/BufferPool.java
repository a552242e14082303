package io.lambdafs.store.rocks.net;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Direct buffers of the usual size that are used again. Thread-safe.
 *
 * <p>So a connection has a buffer only while bytes wait in it, and many idle connections cost nothing. Larger buffers are rare.
 * They are made when needed, and left to the garbage collector.
 */
final class BufferPool {
    /** Holds what callers make while one write is under way. */
    static final int USUAL_BYTES = 64 << 10;

    private final int mostKept;
    private final Deque<ByteBuffer> kept = new ArrayDeque<>();

    /** A pool that keeps at most so many buffers that nobody uses. */
    BufferPool(int mostKept) {
        this.mostKept = mostKept;
    }

    /** An empty buffer of the usual size. */
    synchronized ByteBuffer take() {
        ByteBuffer buffer = kept.poll();
        return buffer == null ? ByteBuffer.allocateDirect(USUAL_BYTES) : buffer;
    }

    /** A buffer with room for so many bytes, which has the bytes of this one up to its position; gives this one back. */
    ByteBuffer larger(ByteBuffer full, int bytes) {
        ByteBuffer larger = ByteBuffer.allocateDirect(bytes);
        larger.put(full.flip());
        give(full);
        return larger;
    }

    /** The size of the buffer that takes the place of one that is full: twice as large, or as large as it must be. */
    static int grown(int capacity, int needed) {
        return (int) Math.max(needed, Math.min(2L * capacity, Integer.MAX_VALUE));
    }

    /** Takes a buffer back; nobody may use it any more. */
    synchronized void give(ByteBuffer buffer) {
        if (buffer.capacity() == USUAL_BYTES && kept.size() < mostKept) {
            kept.push(buffer.clear());
        }
    }
}
