package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.queue.Places;
import io.lambdafs.benchmark.simulation.queue.Pool;
import io.lambdafs.benchmark.simulation.queue.Simulator;
import io.lambdafs.benchmark.simulation.queue.WorkProcess;

/** A NameNode: a process with threads, which is slower as long as its code is not compiled. */
final class SimulatedInstance {
    private final Simulator simulator;
    private final WorkProcess process;
    private final Places threads;
    private final WarmUp warmUp;
    private final double variation;
    private int underWay;
    private int httpUnderWay;

    /**
     * Of a process whose code is compiled at some moment.
     *
     * @param beginNanos when it started; its first operations take the factor times as long
     * @param nanos after which they take what they always take
     */
    record WarmUp(long beginNanos, long nanos, double factor) {
        /** For one that has worked for long. */
        static final WarmUp DONE = new WarmUp(0, 0, 1);

        double slowness(long now) {
            long age = now - beginNanos;
            return age >= nanos ? 1 : factor + (1 - factor) * age / nanos;
        }
    }

    SimulatedInstance(Simulator simulator, Pool pool, int threads, WarmUp warmUp, double variation) {
        this.simulator = simulator;
        this.process = new WorkProcess(pool);
        this.threads = new Places(threads);
        this.warmUp = warmUp;
        this.variation = variation;
    }

    /** Works for a part of some time, and for so many microseconds besides. */
    void work(CpuCost cost, double part, double extraMicros, Runnable then) {
        double factor = warmUp.slowness(simulator.now()) * simulator.variation(variation);
        process.serve(
                (cost.alone() * part + extraMicros) * factor,
                (cost.together() * part + extraMicros) * factor,
                cost.beside() * part * factor,
                then);
    }

    Places threads() {
        return threads;
    }

    WorkProcess process() {
        return process;
    }

    /** Requests that clients have sent it and that are not answered. */
    int underWay() {
        return underWay;
    }

    int httpUnderWay() {
        return httpUnderWay;
    }

    void arrives(boolean byHttp) {
        underWay++;
        httpUnderWay += byHttp ? 1 : 0;
    }

    void leaves(boolean byHttp) {
        underWay--;
        httpUnderWay -= byHttp ? 1 : 0;
    }
}
