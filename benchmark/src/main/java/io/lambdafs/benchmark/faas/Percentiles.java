package io.lambdafs.benchmark.faas;

import java.util.Arrays;

/** Durations of one kind of call, in microseconds. */
record Percentiles(double p50, double p99) {
    /** Of durations in nanoseconds, at least one. */
    static Percentiles of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Percentiles(sorted[sorted.length / 2] / 1e3, sorted[(int) (sorted.length * 0.99)] / 1e3);
    }
}
