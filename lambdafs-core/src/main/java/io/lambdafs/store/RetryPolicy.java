package io.lambdafs.store;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often and after which pauses a transaction is tried again: exponential backoff with full jitter.
 *
 * @param maxAttempts tries in all, the first included
 * @param firstPause the longest pause before the second try; doubles with each further one
 * @param longestPause the bound on that
 */
public record RetryPolicy(int maxAttempts, Duration firstPause, Duration longestPause) {
    public RetryPolicy {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts must be at least 1, not " + maxAttempts);
        }
    }

    public static RetryPolicy defaults() {
        return new RetryPolicy(8, Duration.ofMillis(2), Duration.ofMillis(200));
    }

    /** The pause before the try after this one, counted from 1. */
    public Duration pauseAfter(int attempt, RandomGenerator random) {
        long ceiling = Math.min(longestPause.toNanos(), firstPause.toNanos() << Math.min(attempt - 1, 20));
        return Duration.ofNanos(random.nextLong(ceiling + 1));
    }
}
