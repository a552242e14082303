package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.queue.Pool;
import io.lambdafs.benchmark.simulation.queue.SimulatedGroupCommit;
import io.lambdafs.benchmark.simulation.queue.Simulator;
import io.lambdafs.benchmark.simulation.queue.WorkProcess;

/** A server with a log: the metadata store, and the coordinator as well. */
final class SimulatedStore {
    private final Simulator simulator;
    private final WorkProcess process;
    private final SimulatedGroupCommit log;
    private final double variation;

    SimulatedStore(Simulator simulator, Pool pool, double fsyncMicros, double variation) {
        this.simulator = simulator;
        this.process = new WorkProcess(pool);
        this.log = new SimulatedGroupCommit(simulator, Math.round(fsyncMicros * 1_000));
        this.variation = variation;
    }

    /** Works for a part of some time. */
    void work(CpuCost cost, double part, Runnable then) {
        double factor = part * simulator.variation(variation);
        process.serve(cost.alone() * factor, cost.together() * factor, cost.beside() * factor, then);
    }

    /** Goes on when what was written is durable. */
    void commit(Runnable then) {
        log.commit(then);
    }

    WorkProcess process() {
        return process;
    }
}
