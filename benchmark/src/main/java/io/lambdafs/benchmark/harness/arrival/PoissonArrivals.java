package io.lambdafs.benchmark.harness.arrival;

import java.util.SplittableRandom;

/** Operations that come independently of each other: the times between them are exponentially distributed. */
final class PoissonArrivals implements Arrivals {
    private final double meanNanos;
    private final SplittableRandom random;
    private double at;

    PoissonArrivals(double perSecond, long seed) {
        this.meanNanos = 1e9 / perSecond;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public long next() {
        at -= meanNanos * Math.log1p(-random.nextDouble());
        return Math.round(at);
    }
}
