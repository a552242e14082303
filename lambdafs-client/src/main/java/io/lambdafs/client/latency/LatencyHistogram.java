package io.lambdafs.client.latency;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counts durations in buckets that are at most a quarter wide of their lower bound. Thread-safe. */
public final class LatencyHistogram {
    private static final int SUB_BUCKET_BITS = 2;
    private static final int SUB_BUCKETS = 1 << SUB_BUCKET_BITS;

    private final AtomicLongArray counts = new AtomicLongArray(Long.SIZE * SUB_BUCKETS);

    /** Counts one duration. */
    public void record(long nanos) {
        counts.incrementAndGet(bucket(Math.max(nanos, SUB_BUCKETS)));
    }

    /** How many were counted. */
    public long count() {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    /** A duration that at least this share of the recorded ones do not exceed; 0 when there are none. */
    public long percentileNanos(double share) {
        long rank = (long) Math.ceil(count() * share);
        long seen = 0;
        for (int i = 0; rank > 0 && i < counts.length(); i++) {
            seen += counts.get(i);
            if (seen >= rank) {
                return upperBound(i);
            }
        }
        return 0;
    }

    private static int bucket(long nanos) {
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        int sub = (int) (nanos >>> (exponent - SUB_BUCKET_BITS)) & (SUB_BUCKETS - 1);
        return exponent * SUB_BUCKETS + sub;
    }

    private static long upperBound(int bucket) {
        int exponent = bucket / SUB_BUCKETS;
        long step = 1L << (exponent - SUB_BUCKET_BITS);
        return (1L << exponent) + step * (bucket % SUB_BUCKETS + 1) - 1;
    }
}
