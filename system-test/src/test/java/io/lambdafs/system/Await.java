package io.lambdafs.system;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition of another process, with a bound. */
public final class Await {
    private static final Duration POLL = Duration.ofMillis(50);

    private Await() {}

    /** Returns when the condition holds; fails with the description when it does not within the bound. */
    public static void until(String description, Duration bound, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > bound.toNanos()) {
                throw new AssertionError("not within " + bound + ": " + description);
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }
}
