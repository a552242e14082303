package io.lambdafs.store.ndb.cluster;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Native memory for the rows of one batch or scan; used again for the next one. */
final class RowMemory {
    private static final int FIRST_BYTES = 64 * 1024;
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final int ALIGNMENT = 8;

    private ByteBuffer chunk = allocate(FIRST_BYTES);
    private int used;

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Memory for a row. What was in it before is still there. */
    Row row(RowLayout layout) {
        return new Row(layout, take(layout.length()));
    }

    private ByteBuffer take(int bytes) {
        if (used + bytes > chunk.capacity()) {
            // Rows in the former chunk keep it alive.
            chunk = allocate(Math.max(Math.min(MOST_BYTES, 2 * chunk.capacity()), bytes));
            used = 0;
        }
        ByteBuffer taken = chunk.slice(used, bytes).order(ByteOrder.nativeOrder());
        used += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        return taken;
    }

    /** Whether what is being collected should go before there is more of it. */
    boolean isNearlyFull() {
        return used > MOST_BYTES * 3 / 4;
    }

    /** Gives all rows up. */
    void reset() {
        used = 0;
    }
}
