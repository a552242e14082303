package io.lambdafs.testkit.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Where activities wait for a change, and are woken when somebody makes one. */
public final class SimSignal {
    private final SimScheduler scheduler;
    private final List<SimTask> waiting = new ArrayList<>();

    public SimSignal(SimScheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Waits until the condition holds, for at most so long; it is asked after each change. Returns whether it holds. */
    public boolean await(BooleanSupplier condition, Duration bound) {
        long deadline = scheduler.nanos() + Math.max(0, bound.toNanos());
        SimTask self = scheduler.running();
        while (!condition.getAsBoolean()) {
            if (scheduler.nanos() >= deadline) {
                return false;
            }
            waiting.add(self);
            try {
                scheduler.parkUntil(self, deadline);
            } finally {
                waiting.remove(self);
            }
        }
        return true;
    }

    /** Tells those who wait that something has changed. */
    public void changed() {
        waiting.forEach(scheduler::wakeSoon);
    }
}
