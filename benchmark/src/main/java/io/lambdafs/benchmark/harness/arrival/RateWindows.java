package io.lambdafs.benchmark.harness.arrival;

/** Rates one after another, each for a while. For one thread. */
@FunctionalInterface
interface RateWindows {
    /** The next window. After the last, whose length is {@link Arrivals#NEVER}, nobody asks. */
    Window next();

    /**
     * A rate for a while.
     *
     * @param rate operations a second, not negative
     * @param nanos how long; {@link Arrivals#NEVER} if for ever
     */
    record Window(double rate, long nanos) {}
}
