package io.lambdafs.benchmark.open;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts of latencies in buckets whose width grows with the latency: a figure is at most 1/32 too large. Holds 1 µs to two hours; what is
 * longer counts as that. Thread-safe.
 */
public final class Histogram {
    private static final int BITS = 5;
    private static final int PER_OCTAVE = 1 << BITS;
    private static final int OCTAVES = 28;

    private final AtomicLongArray counts = new AtomicLongArray(PER_OCTAVE * OCTAVES);

    /** Counts one latency. */
    public void add(long micros) {
        counts.incrementAndGet(bucket(micros));
    }

    /** Counts all that another one has counted. */
    public void addAll(Histogram other) {
        for (int i = 0; i < counts.length(); i++) {
            long more = other.counts.get(i);
            if (more != 0) {
                counts.addAndGet(i, more);
            }
        }
    }

    public long count() {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    /** The latency that so many percent did not exceed, in microseconds; not a number if nothing was counted. */
    public double percentileMicros(double percent) {
        long rank = Math.max(1, (long) Math.ceil(percent / 100 * count()));
        long seen = 0;
        for (int i = 0; i < counts.length(); i++) {
            seen += counts.get(i);
            if (seen >= rank) {
                return largest(i);
            }
        }
        return Double.NaN;
    }

    /** How many did not exceed a latency; those of the bucket in which it lies count. */
    public long countUpTo(long micros) {
        long sum = 0;
        for (int i = 0; i <= bucket(micros); i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    static int bucket(long micros) {
        if (micros < PER_OCTAVE) {
            return (int) Math.max(0, micros);
        }
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros) - BITS;
        int bucket = (octave + 1) * PER_OCTAVE + (int) (micros >> octave) - PER_OCTAVE;
        return octave + 1 >= OCTAVES ? PER_OCTAVE * OCTAVES - 1 : bucket;
    }

    /** The largest latency of a bucket. */
    static long largest(int bucket) {
        int octave = bucket / PER_OCTAVE - 1;
        if (octave < 0) {
            return bucket;
        }
        return ((long) (bucket % PER_OCTAVE + PER_OCTAVE + 1) << octave) - 1;
    }
}
