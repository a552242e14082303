package io.lambdafs.benchmark.harness.arrival;

import java.util.Random;

/**
 * Rates from a Pareto distribution, a new one in each interval. Seed 0, alpha 2 and scale 25,000 give the series of the λFS paper, because the random
 * numbers are those of {@link Random} and rates are whole numbers, as in the paper's driver.
 */
public final class ParetoSeries {
    private final double scale;
    private final double alpha;
    private final double cap;
    private final Random random;

    /**
     * A series.
     *
     * @param scale the least rate, in operations a second
     * @param alpha the shape; the smaller, the higher the bursts
     * @param cap the highest rate as a multiple of the scale; infinite for none
     */
    public ParetoSeries(double scale, double alpha, double cap, long seed) {
        this.scale = scale;
        this.alpha = alpha;
        this.cap = cap;
        this.random = new Random(seed);
    }

    /** The next rate, in operations a second. */
    public int next() {
        double drawn = scale / Math.pow(random.nextDouble(), 1 / alpha);
        return (int) Math.min(drawn, cap * scale);
    }
}
