package io.lambdafs.namenode.load;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** How long requests took within a window, in four buckets of equal width for each octave, from 1 µs to some minutes. Thread-safe. */
final class LatencyWindow {
    private static final int STEPS = 4;
    private static final int BUCKETS = 30 * STEPS;
    private static final long NANOS_PER_MICRO = 1000;

    private final AtomicIntegerArray counts = new AtomicIntegerArray(BUCKETS);

    void add(long nanos) {
        counts.incrementAndGet(bucket(nanos / NANOS_PER_MICRO));
    }

    /** Empties the window and gives its median in nanoseconds; 0 if it has fewer than so many requests. */
    long takeMedian(int atLeast) {
        int[] taken = new int[BUCKETS];
        int sum = 0;
        for (int i = 0; i < BUCKETS; i++) {
            taken[i] = counts.getAndSet(i, 0);
            sum += taken[i];
        }
        if (sum < Math.max(1, atLeast)) {
            return 0;
        }
        int seen = 0;
        int bucket = -1;
        while (2 * seen < sum) {
            bucket++;
            seen += taken[bucket];
        }
        return endMicros(bucket) * NANOS_PER_MICRO;
    }

    /** The first duration that the bucket does not hold, rounded up to whole microseconds. */
    private static long endMicros(int bucket) {
        long octave = 1L << (bucket / STEPS);
        return octave + (octave * (bucket % STEPS + 1) + STEPS - 1) / STEPS;
    }

    private static int bucket(long micros) {
        if (micros < 1) {
            return 0;
        }
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros);
        int step = (int) (((micros - (1L << octave)) * STEPS) >> octave);
        return Math.min(octave * STEPS + step, BUCKETS - 1);
    }
}
