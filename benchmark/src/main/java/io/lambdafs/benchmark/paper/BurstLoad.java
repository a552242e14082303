package io.lambdafs.benchmark.paper;

import java.util.Locale;

/**
 * The bursty load of section 5.2.1 with a shorter interval: a rate from a Pareto distribution for each of twenty intervals. With seed 0 the rates are the
 * paper's, and the fourteenth is the burst of 6.56 times the base rate. A small run has that burst alone.
 *
 * @param rate the base rate, in operations a second
 * @param interval how long each rate lasts, in seconds
 * @param small whether there is the burst alone, with the base rate before and after it
 */
record BurstLoad(int rate, int interval, boolean small) {
    /** The burst, as a multiple of the base rate. */
    static final double BURST = 6.56;

    private static final int INTERVALS = 20;
    private static final int BURST_INTERVAL = 13;

    /** The value of {@code --load}. */
    String spec() {
        return small
                ? String.format(
                        Locale.ROOT,
                        "step:%d@%ds,%d@%ds,%d@%ds",
                        rate,
                        interval,
                        Math.round(BURST * rate),
                        interval,
                        rate,
                        interval)
                : String.format(Locale.ROOT, "pareto:scale=%d,alpha=2,interval=%ds,cap=7", rate, interval);
    }

    /** How long it lasts, in seconds. */
    int seconds() {
        return interval * (small ? 3 : INTERVALS);
    }

    /** The first second of the burst. */
    int burstFrom() {
        return interval * (small ? 1 : BURST_INTERVAL);
    }

    /** The second after the burst. */
    int burstTo() {
        return burstFrom() + interval;
    }
}
