package io.lambdafs.metrics;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Durations counted in {@value #BUCKETS} buckets, each twice as wide as the one before, from {@value #FIRST_MICROS} µs to 8.4 s. Thread-safe.
 * Recording increments two counters and allocates nothing.
 */
public final class LatencyHistogram {
    static final int FIRST_MICROS = 8;
    static final int BUCKETS = 21;
    private static final int FIRST_BITS = 3;
    private static final long NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;

    /** The last one has what is longer than the last bound. */
    private final LongAdder[] counts =
            IntStream.rangeClosed(0, BUCKETS).mapToObj(i -> new LongAdder()).toArray(LongAdder[]::new);

    private final LongAdder nanos = new LongAdder();

    /** Counts one duration; a negative one counts as none. */
    public void record(long duration) {
        long positive = Math.max(0, duration);
        counts[bucket(positive)].increment();
        nanos.add(positive);
    }

    private static int bucket(long duration) {
        // A bound belongs to the bucket that it ends.
        long micros = (Math.max(1, duration) - 1) / NANOS_PER_MICRO;
        int bits = Long.SIZE - Long.numberOfLeadingZeros(micros);
        return Math.min(BUCKETS, Math.max(0, bits - FIRST_BITS));
    }

    /** How many durations were recorded. */
    public long count() {
        long sum = 0;
        for (LongAdder count : counts) {
            sum += count.sum();
        }
        return sum;
    }

    /** What was recorded. What is recorded meanwhile is in it or not. */
    public Snapshot snapshot() {
        return new Snapshot(
                IntStream.rangeClosed(0, BUCKETS).mapToObj(i -> counts[i].sum()).toList(),
                nanos.sum() / NANOS_PER_SECOND);
    }

    /** The upper bound of a bucket in seconds. */
    static double boundSeconds(int bucket) {
        return (FIRST_MICROS << bucket) / MICROS_PER_SECOND;
    }

    /**
     * A histogram at one moment.
     *
     * @param counts of each bucket, and behind them of what is longer
     * @param seconds the sum of all durations
     */
    public record Snapshot(List<Long> counts, double seconds) {
        public Snapshot {
            counts = List.copyOf(counts);
        }

        /** How many durations were recorded. */
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
