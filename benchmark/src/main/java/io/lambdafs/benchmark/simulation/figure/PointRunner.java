package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.simulation.model.Scenario;
import io.lambdafs.benchmark.simulation.model.SimulatedMix;
import io.lambdafs.benchmark.simulation.model.SimulationResult;
import io.lambdafs.benchmark.simulation.model.SystemMode;
import io.lambdafs.benchmark.simulation.model.SystemModel;
import io.lambdafs.benchmark.simulation.model.Topology;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.List;

/**
 * Simulates points of figures 11 and 12: closed loops of one operation. While its clients warm up, the simulated λFS
 * scales out 500 times as fast as the real one. At a hundred times the paper's size it begins with as many instances as
 * it had at the paper's size, because simulated time is short.
 */
final class PointRunner {
    private static final double COMPRESSION = 500;
    private static final double MOST_SECONDS = 120;
    /** As many times as many operations are done while functions scale out. */
    private static final int LONGER = 3;

    private final SimulationParameters parameters;
    private final SimulationPlan plan;

    PointRunner(SimulationParameters parameters, SimulationPlan plan) {
        this.parameters = parameters;
        this.plan = plan;
    }

    /** What is simulated. */
    record Wanted(int figure, NamespaceOperation operation, SystemMode mode, StoreKind store, Point.Size size) {}

    /** Simulates one, and for λFS also what would move it. */
    Point run(Wanted wanted) {
        int instances = wanted.mode().isElastic() ? instances(wanted) : Integer.MAX_VALUE;
        SimulationResult result = steady(wanted, parameters, 1, instances);
        List<BottleneckMove> moves = wanted.mode().isElastic()
                // Runs know nothing of each other, so that it does not matter in which order they are made.
                ? Improvement.ofSteadyRuns().parallelStream()
                        .map(improvement -> move(wanted, improvement, instances, result))
                        .toList()
                : List.of();
        return new Point(
                wanted.figure(),
                wanted.operation().title(),
                wanted.mode(),
                wanted.store(),
                wanted.size(),
                result,
                moves);
    }

    private BottleneckMove move(Wanted wanted, Improvement improvement, int instances, SimulationResult before) {
        SimulationResult after = steady(wanted, improvement.of(parameters), improvement.vcpuFactor(), instances);
        return new BottleneckMove(improvement.name(), after.perSecond() / before.perSecond() - 1);
    }

    /** How many instances there are when functions have scaled out; of a large system, as many times those of the small one. */
    private int instances(Wanted wanted) {
        Point.Size size = wanted.size();
        Topology topology = Topology.cluster(
                parameters,
                wanted.mode(),
                wanted.store(),
                (double) size.vcpus() / size.factor(),
                Math.max(1, size.clients() / size.factor()),
                1);
        SimulationResult result = SystemModel.run(
                Scenario.closed(
                        wanted.mode(),
                        wanted.store(),
                        topology,
                        SimulatedMix.only(wanted.operation()),
                        new Scenario.Effort(LONGER * plan.counted(), MOST_SECONDS, COMPRESSION),
                        plan.seed()),
                parameters);
        return result.instances() * size.factor();
    }

    /** A run without changes of its instances. */
    private SimulationResult steady(Wanted wanted, SimulationParameters changed, double vcpuFactor, int instances) {
        Topology topology = Topology.cluster(
                        changed,
                        wanted.mode(),
                        wanted.store(),
                        wanted.size().vcpus(),
                        wanted.size().clients(),
                        wanted.size().factor())
                .startingWith(instances);
        Topology sized = vcpuFactor == 1 ? topology : topology.withFasterInstances(vcpuFactor);
        return SystemModel.run(
                Scenario.closed(
                        wanted.mode(),
                        wanted.store(),
                        sized,
                        SimulatedMix.only(wanted.operation()),
                        new Scenario.Effort(plan.counted(), MOST_SECONDS, 1),
                        plan.seed()),
                changed.with("scaling.load", 1));
    }
}
