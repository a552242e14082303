package io.lambdafs.client.calm;

/**
 * How long a method's calls usually take: an average over about so much time, however many calls there are in it, but at least
 * over about a hundred. One call counts as ten times the average at most. Thread-safe.
 *
 * <p>Averages by the number of calls forget within a second at ten thousand calls a second, and not within an hour at one.
 */
final class UsualLatency {
    /** Of fewer calls, or in less than a second, nothing is usual. */
    static final int LEAST_CALLS = 20;

    static final long LEAST_NANOS = 1_000_000_000L;

    /** What one call counts for at most, however long there was none before. */
    private static final double MOST_WEIGHT = 0.01;

    private final double windowNanos;
    private double average;
    private int calls;
    private long firstAt;
    private long lastAt;

    UsualLatency(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    /** Counts one call; returns how many times as long as usual it took, 1 as long as nothing is usual. */
    synchronized double add(long tookNanos, long nowNanos) {
        if (calls == 0) {
            firstAt = nowNanos;
            lastAt = nowNanos;
        }
        boolean known = calls >= LEAST_CALLS && nowNanos - firstAt >= LEAST_NANOS;
        double ratio = known && average > 0 ? tookNanos / average : 1;
        double byTime = Math.min(-Math.expm1(-(nowNanos - lastAt) / windowNanos), MOST_WEIGHT);
        double counted =
                known && average > 0 ? Math.min((double) tookNanos, LatencyPressure.MOST * average) : tookNanos;
        calls = Math.min(calls + 1, LEAST_CALLS);
        average += (counted - average) * (known ? byTime : 1.0 / calls);
        lastAt = nowNanos;
        return ratio;
    }
}
