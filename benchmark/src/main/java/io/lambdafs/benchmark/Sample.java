package io.lambdafs.benchmark;

import io.lambdafs.benchmark.load.Latencies;

/**
 * What one operation did in one round.
 *
 * @param elapsedNanos from the start of the first caller to the end of the last
 * @param cpu what all processes used meanwhile
 */
record Sample(Latencies latencies, long elapsedNanos, CpuTimes cpu) {
    double perSecond() {
        return latencies.count() * 1e9 / elapsedNanos;
    }
}
