package io.lambdafs.datanode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits, with a bound, for what other threads bring about. */
final class AwaitThreads {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 10;

    private AwaitThreads() {}

    static void until(BooleanSupplier condition) {
        CountDownLatch never = new CountDownLatch(1);
        try {
            for (long waited = 0; !condition.getAsBoolean(); waited += POLL_MILLIS) {
                if (waited > BOUND.toMillis() || never.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    throw new AssertionError("it did not come about within " + BOUND);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** The first element, as soon as there is one. */
    static <T> T nonEmpty(Supplier<List<T>> list) {
        until(() -> !list.get().isEmpty());
        return list.get().get(0);
    }
}
