package io.lambdafs.client;

/**
 * Pauses before resubmissions: exponential with full jitter, so that clients that failed together do not come back
 * together.
 */
final class Backoff {
    private static final int MAX_DOUBLINGS = 30;

    private final long baseMillis;
    private final long maxMillis;

    Backoff(long baseMillis, long maxMillis) {
        this.baseMillis = baseMillis;
        this.maxMillis = maxMillis;
    }

    /** The pause after this many failed attempts, for a random number in [0, 1). */
    long pauseMillis(int failedAttempts, double random) {
        long bound = baseMillis << Math.min(Math.max(failedAttempts - 1, 0), MAX_DOUBLINGS);
        return (long) (Math.min(bound, maxMillis) * random);
    }
}
