package io.lambdafs.testkit.store;

import io.lambdafs.store.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Turns of real threads, by one monitor. */
final class MonitorTurns implements DatabaseTurns {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ReentrantLock monitor = new ReentrantLock();
    private final Condition changed = monitor.newCondition();

    @Override
    public <T> T exclusively(Supplier<T> action) {
        monitor.lock();
        try {
            return action.get();
        } finally {
            monitor.unlock();
        }
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration bound) {
        long left = bound.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                long slice = Math.min(left, LOOK_NANOS);
                left -= slice - changed.awaitNanos(slice);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "interrupted while waiting for a lock", e);
        }
    }

    @Override
    public void changed() {
        changed.signalAll();
    }
}
