package io.lambdafs.client.calm;

import java.time.Duration;

/** When anti-thrashing mode begins. Immutable. */
public final class CalmSettings {
    /** In less time nothing is usual. */
    public static final int LEAST_WINDOW_MILLIS = 1_000;

    /** An hour. */
    public static final int MOST_WINDOW_MILLIS = 3_600_000;

    private final boolean always;
    private final double factor;
    private final Duration window;

    private CalmSettings(boolean always, double factor, Duration window) {
        this.always = always;
        this.factor = factor;
        this.window = window;
    }

    /** Never. */
    public static CalmSettings never() {
        return new CalmSettings(false, 0, Duration.ofMinutes(1));
    }

    /** From the beginning and for ever. */
    public static CalmSettings always() {
        return new CalmSettings(true, 0, Duration.ofMinutes(1));
    }

    /**
     * When calls take so many times as long as usual.
     *
     * @param factor more than 1; 0 for never
     * @param window the time over which it is learned what is usual
     */
    public static CalmSettings when(double factor, Duration window) {
        return new CalmSettings(false, factor, window);
    }

    boolean isAlways() {
        return always;
    }

    boolean looksAtLatency() {
        return !always && factor > 0;
    }

    double factor() {
        return factor;
    }

    Duration window() {
        return window;
    }
}
