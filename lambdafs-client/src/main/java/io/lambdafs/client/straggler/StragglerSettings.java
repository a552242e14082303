package io.lambdafs.client.straggler;

import java.time.Duration;

/** When a request is a straggler. Immutable. */
public final class StragglerSettings {
    /** A window of fewer requests says little. */
    public static final int LEAST_WINDOW = 10;

    /** More would make a client that calls seldom blind for hours. */
    public static final int MOST_WINDOW = 100_000;

    private final double factor;
    private final Duration least;
    private final int window;
    private final double maxShare;

    /**
     * Settings.
     *
     * @param factor how many times the average of its method a request takes at least; more than 1
     * @param least how long it takes at least
     * @param window of how many requests the average is, 10..100000
     * @param maxShare which share of all requests may be sent again, 0..1; 0 for none
     */
    public StragglerSettings(double factor, Duration least, int window, double maxShare) {
        this.factor = factor;
        this.least = least;
        this.window = window;
        this.maxShare = maxShare;
    }

    /** Settings by which no request is a straggler. */
    public static StragglerSettings off() {
        return new StragglerSettings(Double.MAX_VALUE, Duration.ofDays(1), MOST_WINDOW, 0);
    }

    double factor() {
        return factor;
    }

    Duration least() {
        return least;
    }

    int window() {
        return window;
    }

    double maxShare() {
        return maxShare;
    }
}
