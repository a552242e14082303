package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.queue.Simulator;
import java.util.List;

/** Clients that begin the next operation when the last one is answered. */
final class ClosedClients implements LoadSource {
    /** They do not begin in the same moment, since no clients do. */
    private static final int SPREAD_NANOS = 100_000;

    private final Simulator simulator;
    private final List<SimulatedCall> calls;
    private long begun;

    ClosedClients(Simulator simulator, List<SimulatedCall> calls) {
        this.simulator = simulator;
        this.calls = List.copyOf(calls);
    }

    @Override
    public void start() {
        calls.forEach(call -> simulator.after(simulator.random().nextInt(SPREAD_NANOS), () -> done(call)));
    }

    @Override
    public void done(SimulatedCall call) {
        begun++;
        call.begin();
    }

    @Override
    public double released() {
        return begun;
    }

    @Override
    public double waiting() {
        return 0;
    }
}
