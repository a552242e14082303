package io.lambdafs.namenode.coherence;

import java.util.concurrent.atomic.AtomicLongArray;

/** Durations counted in buckets that are an eighth of a power of two wide; thread-safe, of fixed size. */
final class DurationHistogram {
    private static final int SUB_BITS = 3;
    private static final int SUB = 1 << SUB_BITS;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) * SUB;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

    void record(long value) {
        counts.incrementAndGet(bucket(Math.max(0, value)));
    }

    /** The least upper bound of a bucket below which this share of the values lies; 0 without values. */
    long percentile(double share) {
        long total = 0;
        for (int i = 0; i < BUCKETS; i++) {
            total += counts.get(i);
        }
        long wanted = (long) Math.ceil(total * share);
        long seen = 0;
        for (int i = 0; i < BUCKETS && total > 0; i++) {
            seen += counts.get(i);
            if (seen >= wanted) {
                return upper(i);
            }
        }
        return 0;
    }

    CoherenceFigures.Percentiles percentiles() {
        return new CoherenceFigures.Percentiles(percentile(0.5), percentile(0.99));
    }

    private static int bucket(long value) {
        if (value < SUB) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - SUB_BITS;
        return (shift + 1) * SUB + (int) (value >>> shift) - SUB;
    }

    private static long upper(int bucket) {
        if (bucket < SUB) {
            return bucket;
        }
        int shift = bucket / SUB - 1;
        return ((long) (bucket % SUB + SUB + 1) << shift) - 1;
    }
}
