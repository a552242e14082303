package io.lambdafs.store.rocks.net;

import java.util.concurrent.TimeUnit;

/**
 * How much longer a caller waits. For one thread.
 *
 * <p>A wait is made of slices, and no slice counts for more than twice its length. So a process that was frozen, and finds the
 * answer in its socket when it goes on, does not give up because of the time that it did not live.
 */
final class Patience {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private long left;
    private long looked;

    /** Patience for so long, from now. */
    Patience(long nanos) {
        left = nanos;
        looked = System.nanoTime();
    }

    /** Whether time is left; to be called after each slice. */
    boolean isLeft() {
        long now = System.nanoTime();
        left -= Math.min(now - looked, 2 * SLICE_NANOS);
        looked = now;
        return left > 0;
    }

    /** How long to wait at most before the next look, in nanoseconds; above zero. */
    long slice() {
        return Math.max(1, Math.min(left, SLICE_NANOS));
    }

    /** What is left, in nanoseconds, as of the last look. */
    long nanos() {
        return left;
    }
}
