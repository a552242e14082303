package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.queue.Simulator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Clients that take operations as they are released, one at a time, as the λFS paper's driver does. A hundred times a
 * second, as many operations are released as the window's rate says. An operation that no client has begun stays
 * released.
 */
final class PacedCalls implements LoadSource {
    private static final double TICKS_PER_SECOND = 100;

    private final Simulator simulator;
    private final Scenario scenario;
    private final Deque<SimulatedCall> idle = new ArrayDeque<>();
    private final long tickNanos;
    private double released;
    private long begun;
    private long ticks;

    PacedCalls(Simulator simulator, Scenario scenario, List<SimulatedCall> calls) {
        this.simulator = simulator;
        this.scenario = scenario;
        this.idle.addAll(calls);
        this.tickNanos = Math.max(1, Math.round(1e9 / TICKS_PER_SECOND / scenario.compression()));
    }

    @Override
    public void start() {
        tick();
    }

    private void tick() {
        int window = (int) (ticks / (TICKS_PER_SECOND * scenario.windowSeconds()));
        if (window >= scenario.rates().size()) {
            return;
        }
        ticks++;
        // Rates are per second of virtual time, whatever is compressed.
        released += scenario.rates().get(window) * tickNanos / 1e9;
        while (!idle.isEmpty() && begun + 1 <= released) {
            begin(idle.remove());
        }
        simulator.after(tickNanos, this::tick);
    }

    private void begin(SimulatedCall call) {
        begun++;
        call.begin();
    }

    @Override
    public void done(SimulatedCall call) {
        if (begun + 1 <= released) {
            begin(call);
        } else {
            idle.add(call);
        }
    }

    @Override
    public double released() {
        return released;
    }

    @Override
    public double waiting() {
        return released - begun;
    }
}
