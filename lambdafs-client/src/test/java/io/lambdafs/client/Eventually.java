package io.lambdafs.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting in tests: for a condition, with a bound. */
public final class Eventually {
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Eventually() {}

    public static void eventually(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + BOUND_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Not within 20 s: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }
}
