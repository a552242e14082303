package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.List;

/**
 * A run that is simulated.
 *
 * @param rates if callers do not simply call again: how many operations a second are released, for each of some windows
 * @param windowSeconds how long a window is
 * @param compression how many times as fast everything happens that takes longer than requests: windows, cold starts, scaling
 * @param warmUp operations that are not counted, of callers that simply call again
 * @param operations those that are counted
 * @param mostSeconds virtual time at most
 */
public record Scenario(
        SystemMode mode,
        StoreKind store,
        Topology topology,
        SimulatedMix mix,
        List<Double> rates,
        double windowSeconds,
        double compression,
        long warmUp,
        long operations,
        double mostSeconds,
        long seed) {
    /** Checks that time passes. */
    public Scenario {
        rates = List.copyOf(rates);
        if (!(compression >= 1) || operations < 1 || !(mostSeconds > 0)) {
            throw new IllegalArgumentException("a run needs a compression of at least 1, operations and time, not "
                    + compression + ", " + operations + " and " + mostSeconds);
        }
    }

    /** Callers that do the next operation when the last is answered. */
    public static Scenario closed(
            SystemMode mode, StoreKind store, Topology topology, SimulatedMix mix, Effort effort, long seed) {
        return new Scenario(
                mode,
                store,
                topology,
                mix,
                List.of(),
                1,
                effort.compression(),
                Math.max(effort.operations() / 2, 2L * topology.clients()),
                Math.max(effort.operations(), 2L * topology.clients()),
                effort.mostSeconds(),
                seed);
    }

    /**
     * How much is simulated.
     *
     * @param operations those that are counted, two for each client at least; half as many, and two for each client at least, go before
     * @param mostSeconds virtual time at most
     */
    public record Effort(long operations, double mostSeconds, double compression) {}

    /** Operations that are released over windows, to callers who do them one at a time. What is not done stays to be done. */
    public static Scenario bursts(
            SystemMode mode, StoreKind store, Topology topology, List<Double> rates, Bursts bursts, long seed) {
        return new Scenario(
                mode,
                store,
                topology,
                SimulatedMix.spotify(),
                rates,
                bursts.windowSeconds(),
                bursts.compression(),
                0,
                Long.MAX_VALUE,
                rates.size() * bursts.windowSeconds() / bursts.compression(),
                seed);
    }

    /** How long windows are, and how many times as fast they pass. */
    public record Bursts(double windowSeconds, double compression) {}

    boolean isClosed() {
        return rates.isEmpty();
    }
}
