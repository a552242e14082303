package io.lambdafs.wire.latency;

import java.util.Arrays;

/**
 * The upper bounds of the buckets in which durations are counted: four in each octave, from 2⁻¹⁷ s (7.6 µs) to 64 s. They are bounds of
 * Prometheus' native histograms with the schema {@value #SCHEMA}. Every fourth one is a bound of the classic histograms, too.
 */
public final class BucketBounds {
    /** Prometheus' name for four buckets in each octave. */
    public static final int SCHEMA = 2;

    private static final int PER_OCTAVE = 1 << SCHEMA;
    private static final int FIRST_OCTAVE = -17;
    private static final int LAST_OCTAVE = 6;
    private static final double NANOS_PER_SECOND = 1e9;

    /** 2 to the power of 0, 1/4, 2/4 and 3/4. Constants, because processes compare what others have written. */
    private static final double[] IN_OCTAVE = {1, 1.189207115002721, 1.4142135623730951, 1.681792830507429};

    /** How many bounds there are. */
    public static final int COUNT = (LAST_OCTAVE - FIRST_OCTAVE) * PER_OCTAVE + 1;

    private static final double[] SECONDS = new double[COUNT];
    private static final long[] NANOS = new long[COUNT];

    static {
        for (int i = 0; i < COUNT; i++) {
            SECONDS[i] = Math.scalb(IN_OCTAVE[i % PER_OCTAVE], FIRST_OCTAVE + i / PER_OCTAVE);
            NANOS[i] = (long) (SECONDS[i] * NANOS_PER_SECOND);
        }
    }

    private BucketBounds() {}

    /** The bucket of a duration: the first whose bound is not below it, {@link #COUNT} if all are. */
    public static int bucketOf(long nanos) {
        int found = Arrays.binarySearch(NANOS, nanos);
        return found >= 0 ? found : -found - 1;
    }

    /** The bound of a bucket. */
    public static double seconds(int bucket) {
        return SECONDS[bucket];
    }

    /** The bucket with this bound; below 0 if there is none. */
    public static int bucketWith(double seconds) {
        return Arrays.binarySearch(SECONDS, seconds);
    }

    /** Whether the bound of this bucket is one of the classic histograms, too: a power of two. */
    public static boolean isClassic(int bucket) {
        return bucket % PER_OCTAVE == 0;
    }

    /** The number that Prometheus gives a bucket; for {@link #COUNT} that of the first one above all bounds. */
    public static int nativeNumber(int bucket) {
        return FIRST_OCTAVE * PER_OCTAVE + bucket;
    }
}
