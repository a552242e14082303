package io.lambdafs.testkit.sim;

import io.lambdafs.testkit.store.DatabaseTurns;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Turns of simulated activities, of which only one runs at a time anyway. */
public final class SimTurns implements DatabaseTurns {
    /** How often a waiter looks whether the time of a transaction has run out. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private final SimScheduler scheduler;
    private final SimSignal changed;

    public SimTurns(SimScheduler scheduler) {
        this.scheduler = scheduler;
        changed = new SimSignal(scheduler);
    }

    @Override
    public <T> T exclusively(Supplier<T> action) {
        return action.get();
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration bound) {
        long deadline = scheduler.nanos() + bound.toNanos();
        while (!condition.getAsBoolean()) {
            long left = deadline - scheduler.nanos();
            if (left <= 0) {
                return false;
            }
            changed.await(condition, Duration.ofNanos(Math.min(left, LOOK.toNanos())));
        }
        return true;
    }

    @Override
    public void changed() {
        changed.changed();
    }
}
