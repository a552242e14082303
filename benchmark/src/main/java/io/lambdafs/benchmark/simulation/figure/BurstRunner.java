package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.simulation.model.Scenario;
import io.lambdafs.benchmark.simulation.model.SimulationResult;
import io.lambdafs.benchmark.simulation.model.SystemMode;
import io.lambdafs.benchmark.simulation.model.SystemModel;
import io.lambdafs.benchmark.simulation.model.Topology;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.List;

/**
 * Simulates runs of figure 8: five minutes of Spotify's mix with bursts, by 1,024 clients. Everything that takes longer than requests happens as
 * many times as fast as it needs for the operations that may be simulated.
 */
final class BurstRunner {
    private static final int CLIENTS = 1024;
    private static final double FIXED_VCPUS = 512;
    private static final double FUNCTION_VCPUS = 5;
    private static final double SMALL_BASE = 25_000;

    private final SimulationParameters parameters;
    private final SimulationPlan plan;

    BurstRunner(SimulationParameters parameters, SimulationPlan plan) {
        this.parameters = parameters;
        this.plan = plan;
    }

    /** What is simulated: a line, over a store, so many times as large as in the paper. */
    record Wanted(Line line, StoreKind store, int factor, double base) {}

    /** A line of the figure. */
    enum Line {
        /** As λFS is: a function with many writes gets no further instance. */
        LAMBDAFS("lambdafs", SystemMode.LAMBDAFS),
        /** λFS whose functions get further instances whatever is called. */
        SIBLINGS("lambdafs, siblings despite writes", SystemMode.LAMBDAFS),
        STATELESS("stateless", SystemMode.STATELESS),
        SERVERFUL_CACHE("serverful-cache", SystemMode.SERVERFUL_CACHE);

        private final String title;
        private final SystemMode mode;

        Line(String title, SystemMode mode) {
            this.title = title;
            this.mode = mode;
        }

        String title() {
            return title;
        }

        SimulationParameters of(SimulationParameters parameters) {
            return this == SIBLINGS ? parameters.with("scaling.write-share", 1) : parameters;
        }
    }

    /** Simulates one, and if asked for, what would move it. */
    BurstRun run(Wanted wanted, boolean withMoves) {
        SimulationResult result = simulate(wanted, parameters, 1);
        BurstRun run = run(wanted, result, List.of());
        if (!withMoves) {
            return run;
        }
        List<BottleneckMove> moves = Improvement.all().parallelStream()
                .map(improvement -> move(wanted, improvement, run))
                .toList();
        return run(wanted, result, moves);
    }

    private BottleneckMove move(Wanted wanted, Improvement improvement, BurstRun before) {
        SimulationResult after = simulate(wanted, improvement.of(parameters), improvement.vcpuFactor());
        return new BottleneckMove(
                improvement.name(), run(wanted, after, List.of()).inBurst() / before.inBurst() - 1);
    }

    private static BurstRun run(Wanted wanted, SimulationResult result, List<BottleneckMove> moves) {
        return new BurstRun(wanted.line().title(), wanted.store(), wanted.factor(), wanted.base(), result, moves);
    }

    private SimulationResult simulate(Wanted wanted, SimulationParameters changed, double vcpuFactor) {
        SimulationParameters effective = wanted.line().of(changed);
        List<Double> rates = ParetoLoad.rates(wanted.base());
        double offered = rates.stream()
                .mapToDouble(rate -> rate * ParetoLoad.WINDOW_SECONDS)
                .sum();
        Scenario.Bursts bursts = new Scenario.Bursts(ParetoLoad.WINDOW_SECONDS, Math.max(1, offered / plan.released()));
        return SystemModel.run(
                Scenario.bursts(
                        wanted.line().mode,
                        wanted.store(),
                        topology(wanted, effective).withFasterInstances(vcpuFactor),
                        rates,
                        bursts,
                        plan.seed()),
                effective);
    }

    private static Topology topology(Wanted wanted, SimulationParameters parameters) {
        int factor = wanted.factor();
        SystemMode mode = wanted.line().mode;
        Topology topology =
                Topology.cluster(parameters, mode, wanted.store(), FIXED_VCPUS * factor, CLIENTS * factor, factor);
        if (!mode.isElastic()) {
            return topology;
        }
        // For the smaller load the paper gives λFS half of what the fixed clusters have.
        double vcpus = wanted.base() > SMALL_BASE * factor ? FIXED_VCPUS : FIXED_VCPUS / 2;
        return topology.withFunctions(FUNCTION_VCPUS, vcpus * factor).startingWith(0);
    }
}
