package io.lambdafs.benchmark.simulation.queue;

import java.util.ArrayList;
import java.util.List;

/** A log whose syncs are shared: one is under way at a time, and the next one is for all that have come meanwhile. For one thread. */
public final class SimulatedGroupCommit {
    private final Simulator simulator;
    private final long syncNanos;
    private List<Runnable> waiting = new ArrayList<>();
    private boolean syncing;
    private long syncs;

    /** A log whose syncs take so long; 0 for one that is not synchronised. */
    public SimulatedGroupCommit(Simulator simulator, long syncNanos) {
        this.simulator = simulator;
        this.syncNanos = syncNanos;
    }

    /** Goes on when what was written until now is durable. */
    public void commit(Runnable then) {
        if (syncNanos == 0) {
            then.run();
            return;
        }
        waiting.add(then);
        if (!syncing) {
            sync();
        }
    }

    private void sync() {
        List<Runnable> batch = waiting;
        waiting = new ArrayList<>();
        syncing = true;
        syncs++;
        simulator.after(syncNanos, () -> {
            syncing = false;
            if (!waiting.isEmpty()) {
                sync();
            }
            batch.forEach(Runnable::run);
        });
    }

    /** How many syncs have begun. */
    public long syncs() {
        return syncs;
    }
}
