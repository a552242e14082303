package io.lambdafs.client.straggler;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** How often requests took too long and were sent again, and what came of it. Thread-safe. */
public final class StragglerMetrics {
    private final LongAdder repeated = new LongAdder();
    private final LongAdder byHttp = new LongAdder();
    private final LongAdder wonBySecond = new LongAdder();
    private final LongAdder notRepeated = new LongAdder();

    /** Nothing counted yet. */
    public StragglerMetrics() {}

    /** Requests over TCP that took too long and were sent again to another instance. */
    public long repeated() {
        return repeated.sum();
    }

    /** Those of them that were sent again by HTTP, because no other instance was connected. */
    public long byHttp() {
        return byHttp.sum();
    }

    /** Those of them whose second instance answered first. */
    public long wonBySecond() {
        return wonBySecond.sum();
    }

    /** Requests that took too long but were not sent again: too many had been, or there was no other way. */
    public long notRepeated() {
        return notRepeated.sum();
    }

    /** A request is sent again. */
    public void countRepeated(boolean overHttp) {
        repeated.increment();
        if (overHttp) {
            byHttp.increment();
        }
    }

    /** The second instance answered first. */
    public void countWonBySecond() {
        wonBySecond.increment();
    }

    /** A request was not sent again although it took too long. */
    public void countNotRepeated() {
        notRepeated.increment();
    }

    /** A line for people. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "stragglers sent again %d, of them by HTTP %d, answered by the second instance %d; not sent again %d%n",
                repeated(),
                byHttp(),
                wonBySecond(),
                notRepeated());
    }
}
