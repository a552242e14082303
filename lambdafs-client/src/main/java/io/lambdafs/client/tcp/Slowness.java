package io.lambdafs.client.tcp;

import java.util.concurrent.TimeUnit;

/**
 * Whether an instance has lately been slower than another one that was sent the same request. It then rests: others of its
 * deployment come first, for a second, and twice as long each time soon after, up to ten. Thread-safe.
 */
final class Slowness {
    static final long FIRST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long restNanos;
    private volatile long restsUntil;
    private volatile boolean rested;

    /** Another instance has answered a request first that this one had before. */
    synchronized void overtaken(long nowNanos) {
        if (rests(nowNanos)) {
            return;
        }
        boolean soonAgain = rested && nowNanos - restsUntil < 2 * restNanos;
        restNanos = soonAgain ? Math.min(2 * restNanos, LONGEST_REST_NANOS) : FIRST_REST_NANOS;
        restsUntil = nowNanos + restNanos;
        rested = true;
    }

    /** Whether others come first now. */
    boolean rests(long nowNanos) {
        return rested && nowNanos - restsUntil < 0;
    }
}
