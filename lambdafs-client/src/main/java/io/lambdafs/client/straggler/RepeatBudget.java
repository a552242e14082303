package io.lambdafs.client.straggler;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many requests may be sent again: a share of all, so that an overloaded stack does not get twice the load. What was not used
 * is kept, up to {@link #MOST_SAVED}, which are there at the beginning as well: when an instance freezes, all requests that it has
 * straggle at once. Thread-safe.
 */
final class RepeatBudget {
    /** As many as one connection has under way by default. */
    static final int MOST_SAVED = 64;

    private final double share;
    private final LongAdder sent = new LongAdder();
    private double saved;

    RepeatBudget(double share) {
        this.share = share;
        this.saved = share > 0 ? MOST_SAVED : 0;
    }

    /** A request was sent for the first time. */
    void sent() {
        sent.increment();
    }

    /** Whether one may be sent again now; counts it if so. */
    synchronized boolean takes() {
        saved = Math.min(MOST_SAVED, saved + sent.sumThenReset() * share);
        if (saved < 1) {
            return false;
        }
        saved--;
        return true;
    }
}
