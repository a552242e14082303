package io.lambdafs.benchmark.simulation.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The load of figure 8: every 15 s another rate, drawn from a Pareto distribution with shape 2. The draws are those of {@link Random} with seed 0, as the
 * paper's driver makes them, so that the burst of 6.6 times the base comes where the paper has it, after 195 s.
 */
final class ParetoLoad {
    static final double WINDOW_SECONDS = 15;
    static final int WINDOWS = 20;
    /** The window of the burst. */
    static final int BURST = 13;

    private static final double SHAPE = 2;
    private static final long SEED = 0;

    private ParetoLoad() {}

    /** Rates for five minutes, in whole operations a second. */
    static List<Double> rates(double base) {
        Random random = new Random(SEED);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < WINDOWS; i++) {
            rates.add(Math.floor(base / Math.pow(random.nextDouble(), 1 / SHAPE)));
        }
        return rates;
    }
}
