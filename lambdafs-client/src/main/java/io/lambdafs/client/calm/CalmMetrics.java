package io.lambdafs.client.calm;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** How often clients were in anti-thrashing mode, and how many calls other functions served. Thread-safe. */
public final class CalmMetrics {
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();
    private final LongAdder nanosWithin = new LongAdder();
    private final LongAdder servedElsewhere = new LongAdder();

    /** Nothing counted yet. */
    public CalmMetrics() {}

    /** How often the mode began because of latency. */
    public long entered() {
        return entered.sum();
    }

    /** How often it ended. */
    public long left() {
        return left.sum();
    }

    /** Milliseconds within the mode, of those times that have ended. */
    public long millisWithin() {
        return TimeUnit.NANOSECONDS.toMillis(nanosWithin.sum());
    }

    /** Requests sent over TCP to an instance of a function that does not own their path. */
    public long servedElsewhere() {
        return servedElsewhere.sum();
    }

    void countEntered() {
        entered.increment();
    }

    void countWithin(long nanos) {
        left.increment();
        nanosWithin.add(nanos);
    }

    /** A request goes to an instance of another function. */
    public void countServedElsewhere() {
        servedElsewhere.increment();
    }

    /** A line for people. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "anti-thrashing mode entered %d, left %d, within it %d ms; requests served by other functions %d%n",
                entered(),
                left(),
                millisWithin(),
                servedElsewhere());
    }
}
