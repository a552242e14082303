package io.lambdafs.benchmark.harness.arrival;

/**
 * Operations at equal distances within each window of a rate. The time of each is computed from the beginning of its window and never from the time
 * of the one before, so that errors do not add up. A fraction of an operation at the end of a window counts in the next one.
 */
final class EvenArrivals implements Arrivals {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RateWindows windows;
    private RateWindows.Window window;
    private long windowBegin;

    /** How many operations the load had asked for when the window began, with fractions. */
    private double offeredBefore;

    private long index;

    EvenArrivals(RateWindows windows) {
        this.windows = windows;
        this.window = windows.next();
    }

    @Override
    public long next() {
        while (true) {
            double within = window.rate() > 0
                    ? (index - offeredBefore) * NANOS_PER_SECOND / window.rate()
                    : Double.POSITIVE_INFINITY;
            if (within < window.nanos()) {
                index++;
                return windowBegin + Math.round(within);
            }
            if (window.nanos() == NEVER) {
                return NEVER;
            }
            windowBegin += window.nanos();
            offeredBefore += window.rate() * (window.nanos() / NANOS_PER_SECOND);
            window = windows.next();
        }
    }
}
