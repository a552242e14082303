package io.lambdafs.client.straggler;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An average of durations in which the latest ones count most: as much as in a window of so many. Thread-safe; an update that two
 * threads make at the same time may count once.
 */
public final class MovingAverage {
    private final int window;
    private final AtomicInteger samples = new AtomicInteger();
    private volatile double nanos;

    /**
     * Of no durations yet.
     *
     * @param window how many durations; at least 1
     */
    public MovingAverage(int window) {
        if (window < 1) {
            throw new IllegalArgumentException("a window of " + window + " durations");
        }
        this.window = window;
    }

    /**
     * Counts one duration.
     *
     * @param most times the average that it counts as at most once the window is full, so that one outlier changes little
     */
    public void add(long tookNanos, double most) {
        double before = nanos;
        int seen = samples.get();
        if (seen < window) {
            samples.incrementAndGet();
            nanos = before + (tookNanos - before) / (seen + 1);
        } else {
            double counted = before <= 0 ? tookNanos : Math.min((double) tookNanos, before * most);
            nanos = before + (counted - before) * 2 / (window + 1);
        }
    }

    /** Whether as many durations have been counted as are in a window. */
    public boolean isFull() {
        return samples.get() >= window;
    }

    /** The average in nanoseconds; 0 if nothing has been counted. */
    public long nanos() {
        return (long) nanos;
    }
}
