package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import java.util.List;
import java.util.function.Predicate;

/**
 * Something that is made a tenth better, to see what it moves.
 *
 * @param which the parameters that change
 * @param factor by which they are multiplied
 * @param vcpuFactor by which the vCPUs of the NameNodes are
 */
record Improvement(String name, Predicate<String> which, double factor, double vcpuFactor) {
    private static final String COLD_START = "cold start";
    private static final double LESS = 0.9;
    private static final double MORE = 1.1;

    /** All that are tried. */
    static List<Improvement> all() {
        return List.of(
                new Improvement("client CPU", key -> key.startsWith("client."), LESS, 1),
                new Improvement("instance CPU", key -> key.contains(".instance."), LESS, 1),
                new Improvement("store CPU", key -> key.contains(".store."), LESS, 1),
                new Improvement("networks", key -> key.startsWith("network."), LESS, 1),
                new Improvement("wake-ups", key -> key.endsWith(".wait"), LESS, 1),
                new Improvement("syncs", key -> key.endsWith(".fsync"), LESS, 1),
                new Improvement("rounds", key -> key.startsWith("round.") && !key.endsWith(".syncs"), LESS, 1),
                new Improvement("HTTP", key -> key.startsWith("http."), LESS, 1),
                new Improvement(COLD_START, key -> key.startsWith("start.cold"), LESS, 1),
                new Improvement("vCPU of NameNodes", key -> false, 1, MORE));
    }

    /** Those that matter while nothing starts. */
    static List<Improvement> ofSteadyRuns() {
        return all().stream()
                .filter(improvement -> !improvement.name().equals(COLD_START))
                .toList();
    }

    SimulationParameters of(SimulationParameters parameters) {
        return factor == 1 ? parameters : parameters.scaled(which, factor);
    }
}
