package io.lambdafs.wire.latency;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Durations counted in buckets, four in each octave from 7.6 µs to 64 s. Thread-safe. Recording increments two counters and allocates
 * nothing.
 */
public final class LatencyHistogram {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The last one has what is longer than the last bound. */
    private final LongAdder[] counts = new LongAdder[BucketBounds.COUNT + 1];

    private final LongAdder nanos = new LongAdder();

    /** Without any duration. */
    public LatencyHistogram() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** Counts one duration in nanoseconds; a negative one counts as none. */
    public void record(long duration) {
        long positive = Math.max(0, duration);
        counts[BucketBounds.bucketOf(positive)].increment();
        nanos.add(positive);
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
        List<Long> now = new ArrayList<>(counts.length);
        for (LongAdder count : counts) {
            now.add(count.sum());
        }
        return new Snapshot(now, nanos.sum() / NANOS_PER_SECOND);
    }

    /** A histogram at one moment. */
    public static final class Snapshot {
        private final List<Long> counts;
        private final double seconds;

        private Snapshot(List<Long> counts, double seconds) {
            this.counts = Collections.unmodifiableList(counts);
            this.seconds = seconds;
        }

        /** The counts of each bucket, and behind them of what is longer. */
        public List<Long> counts() {
            return counts;
        }

        /** The sum of all durations. */
        public double seconds() {
            return seconds;
        }

        /** How many durations were recorded. */
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }

        /**
         * A duration in nanoseconds that at least this share (0 to 1) of the recorded ones do not exceed. It is the
         * bound of a bucket, so up to a fifth too high, and at least 7.6 µs. 0 if none were recorded. Of what is longer
         * than the last bound it knows no more than that bound.
         */
        public long quantileNanos(double share) {
            long rank = (long) Math.ceil(count() * share);
            long seen = 0;
            for (int i = 0; rank > 0 && i < counts.size(); i++) {
                seen += counts.get(i);
                if (seen >= rank) {
                    return (long) (BucketBounds.seconds(Math.min(i, BucketBounds.COUNT - 1)) * NANOS_PER_SECOND);
                }
            }
            return 0;
        }
    }
}
