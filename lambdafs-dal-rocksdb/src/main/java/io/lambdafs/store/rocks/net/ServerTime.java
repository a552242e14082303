package io.lambdafs.store.rocks.net;

import java.util.concurrent.TimeUnit;

/**
 * The time that passes for the server's loop. For one thread.
 *
 * <p>No turn counts for more than {@link #LONGEST_TURN_NANOS}. So a server that was frozen does not find that all its clients were
 * slow, while it was itself that did not read.
 */
final class ServerTime {
    /** How long the loop waits at most. */
    static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final long LONGEST_TURN_NANOS = 2 * LONGEST_WAIT_NANOS;

    private long looked = System.nanoTime();
    private long passed;

    /** A turn of the loop has come. Returns the time, in nanoseconds. */
    long turn() {
        long now = System.nanoTime();
        passed += Math.min(now - looked, LONGEST_TURN_NANOS);
        looked = now;
        return passed;
    }

    /** The time of the last turn, in nanoseconds. */
    long now() {
        return passed;
    }
}
