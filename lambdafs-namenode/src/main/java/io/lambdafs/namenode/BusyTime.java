package io.lambdafs.namenode;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * In how many milliseconds of its clock an instance executed at least one request. That is what pay-per-use is reckoned from in the λFS paper
 * (section 5): requests that overlap, and those of one millisecond, cost once. Thread-safe.
 */
final class BusyTime {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final AtomicInteger underWay = new AtomicInteger();
    private volatile long since;
    private long millis;
    private long lastCounted = Long.MIN_VALUE;

    /** A request begins to be executed at this moment, in nanoseconds. */
    void begin(long nanos) {
        if (underWay.getAndIncrement() == 0) {
            since = nanos;
        }
    }

    /** A request that was begun has its answer. */
    void end(long nanos) {
        // Read before the count falls: afterwards another thread may begin the next busy time.
        long begun = since;
        if (underWay.decrementAndGet() == 0) {
            synchronized (this) {
                millis += uncounted(begun, nanos);
                lastCounted = Math.max(lastCounted, milli(nanos));
            }
        }
    }

    /** The milliseconds until this moment. */
    long millis(long nanos) {
        long begun = since;
        boolean busy = underWay.get() > 0;
        synchronized (this) {
            return millis + (busy ? uncounted(begun, nanos) : 0);
        }
    }

    private long uncounted(long from, long to) {
        long first = milli(from);
        return Math.max(0, milli(to) - (lastCounted >= first ? lastCounted + 1 : first) + 1);
    }

    private static long milli(long nanos) {
        return Math.floorDiv(nanos, NANOS_PER_MILLI);
    }
}
