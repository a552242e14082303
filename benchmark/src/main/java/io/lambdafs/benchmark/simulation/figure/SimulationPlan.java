package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What is simulated, and how thoroughly.
 *
 * @param figures of the λFS paper: 8, 11, 12
 * @param stores the first one is that of the charts
 * @param factors how many times as large as the paper's everything is
 * @param operations of figures 11 and 12
 * @param clients of figure 11
 * @param vcpus of figure 12
 * @param counted operations that are counted in a run of a closed loop
 * @param released operations that are released in a run of figure 8
 * @param seed of all runs
 */
public record SimulationPlan(
        List<Integer> figures,
        List<StoreKind> stores,
        List<Integer> factors,
        List<NamespaceOperation> operations,
        List<Integer> clients,
        List<Integer> vcpus,
        long counted,
        double released,
        long seed) {
    private static final List<NamespaceOperation> OF_THE_PAPER = List.of(
            NamespaceOperation.OPEN,
            NamespaceOperation.STAT,
            NamespaceOperation.LS,
            NamespaceOperation.CREATE,
            NamespaceOperation.MKDIRS);

    private static final List<NamespaceOperation> LARGE = List.of(NamespaceOperation.STAT, NamespaceOperation.CREATE);

    /** Copies lists. */
    public SimulationPlan {
        figures = List.copyOf(figures);
        stores = List.copyOf(stores);
        factors = List.copyOf(factors);
        operations = List.copyOf(operations);
        clients = List.copyOf(clients);
        vcpus = List.copyOf(vcpus);
    }

    /** Some of them for a system that is larger than the paper's, whose runs take as much longer. */
    SimulationPlan forFactor(int factor) {
        return factor == 1
                ? this
                : new SimulationPlan(
                        figures,
                        stores,
                        List.of(factor),
                        operations.stream().filter(LARGE::contains).toList(),
                        everyOther(clients),
                        everyOther(vcpus),
                        counted,
                        released,
                        seed);
    }

    /** The last one is among them. */
    private static List<Integer> everyOther(List<Integer> sizes) {
        return IntStream.range(0, sizes.size())
                .filter(i -> (sizes.size() - 1 - i) % 2 == 0)
                .mapToObj(sizes::get)
                .toList();
    }

    /** The sizes of the paper; takes minutes. */
    public static SimulationPlan full(List<Integer> figures, List<StoreKind> stores, List<Integer> factors, long seed) {
        return new SimulationPlan(
                figures,
                stores,
                factors,
                OF_THE_PAPER,
                List.of(8, 16, 32, 64, 128, 256, 512, 1024),
                List.of(16, 32, 64, 128, 256, 512),
                40_000,
                600_000,
                seed);
    }

    /** Shows in seconds that everything works; its figures mean little. */
    public static SimulationPlan small(
            List<Integer> figures, List<StoreKind> stores, List<Integer> factors, long seed) {
        return new SimulationPlan(
                figures,
                stores,
                factors,
                List.of(NamespaceOperation.STAT, NamespaceOperation.CREATE),
                List.of(8, 256),
                List.of(16, 512),
                2_000,
                20_000,
                seed);
    }
}
