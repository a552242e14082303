package io.lambdafs.benchmark.paper;

import java.util.Locale;

/**
 * The base rate of the burst workload, and why it is that.
 *
 * @param base in operations a second
 * @param reason a sentence
 */
record BurstRate(int base, String reason) {
    private static final int LEAST = 10;

    /** From how much more λFS does a rate between both tells them apart. */
    private static final double LEAST_GAP = 1.05;

    /** The burst by what HopsFS's part does where nothing is between the two. */
    private static final double ABOVE = 1.1;

    /** A rate that the caller has chosen. */
    static BurstRate given(int base) {
        return new BurstRate(base, "The rate was given.");
    }

    /** From what HopsFS's part does alone: a burst of twice that. */
    static BurstRate above(double stateless) {
        return new BurstRate(
                base(2 * stateless),
                String.format(
                        Locale.ROOT,
                        "The burst is twice what stateless does in a closed loop, %.0f a second. What lambdafs does was not measured.",
                        stateless));
    }

    /**
     * A burst that λFS can do and HopsFS cannot. Callers may end it within a second after it, so a system does in a burst of N seconds what it does in
     * N + 1.
     *
     * @param stateless what HopsFS's part does of the mix in a closed loop when it is warm, in operations a second
     * @param lambda the same of λFS
     * @param interval how long the burst lasts, in seconds
     */
    static BurstRate between(double stateless, double lambda, int interval) {
        double extended = (interval + 1.0) / interval;
        String capacities = String.format(
                Locale.ROOT,
                "In a closed loop, warm, stateless does %.0f operations a second of the mix and lambdafs %.0f.",
                stateless,
                lambda);
        if (lambda < stateless * LEAST_GAP) {
            return new BurstRate(
                    base(ABOVE * extended * stateless),
                    capacities
                            + " No rate on this machine is too much for stateless and not for lambdafs: the burst is too much for stateless.");
        }
        return new BurstRate(
                base(Math.sqrt(stateless * lambda) * extended),
                capacities + " The burst, with the second after it, is between them.");
    }

    private static int base(double burst) {
        return (int) Math.max(LEAST, Math.round(burst / BurstLoad.BURST));
    }
}
