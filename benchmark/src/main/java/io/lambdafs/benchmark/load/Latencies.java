package io.lambdafs.benchmark.load;

import java.util.Arrays;

/** The latencies of one round, in nanoseconds, kept one by one so that percentiles are exact. */
public final class Latencies {
    private long[] nanos = new long[1024];
    private int count;

    public void add(long latencyNanos) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = latencyNanos;
    }

    public void addAll(Latencies other) {
        for (int i = 0; i < other.count; i++) {
            add(other.nanos[i]);
        }
    }

    public int count() {
        return count;
    }

    /** The smallest latency that so many percent of the operations did not exceed, in microseconds. */
    public double percentileMicros(double percent) {
        if (count == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * count);
        return sorted[Math.max(rank, 1) - 1] / 1_000.0;
    }
}
