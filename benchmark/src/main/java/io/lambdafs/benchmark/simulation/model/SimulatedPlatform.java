package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.model.SimulatedInstance.WarmUp;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.queue.Pool;
import io.lambdafs.benchmark.simulation.queue.Simulator;
import io.lambdafs.benchmark.simulation.queue.WorkProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The functions with their instances, and the rules by which further ones start: as λFS's local platform has them. A saturated function gets as
 * many further instances as serve; one with many writes gets none. A call by HTTP that finds all instances full starts one, too.
 */
final class SimulatedPlatform {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Simulator simulator;
    private final Scenario scenario;
    private final SimulationParameters parameters;
    private final Optional<Pool> machine;
    private final WorkProcess controller;
    private final List<SimulatedDeployment> deployments = new ArrayList<>();
    private final List<Pool> pools = new ArrayList<>();
    private final long intervalNanos;
    private final long coldNanos;
    private long coldStarts;
    private int present;

    SimulatedPlatform(
            Simulator simulator,
            Scenario scenario,
            SimulationParameters parameters,
            Optional<Pool> machine,
            Pool controllers) {
        this.simulator = simulator;
        this.scenario = scenario;
        this.parameters = parameters;
        this.machine = machine;
        this.controller = new WorkProcess(controllers);
        this.intervalNanos = compressed(parameters.of("scaling.interval") * NANOS_PER_MILLI);
        this.coldNanos = compressed(parameters.of("start.cold") * NANOS_PER_MILLI);
        for (int i = 0; i < scenario.topology().deployments(); i++) {
            deployments.add(new SimulatedDeployment());
        }
        for (int i = 0; i < scenario.topology().firstInstances(); i++) {
            deployments.get(i % deployments.size()).has(instance(WarmUp.DONE));
        }
        if (scenario.mode().isElastic()) {
            simulator.after(intervalNanos, this::scale);
        }
    }

    private long compressed(double nanos) {
        return Math.max(1, Math.round(nanos / scenario.compression()));
    }

    private SimulatedInstance instance(WarmUp warmUp) {
        present++;
        Pool pool = machine.orElseGet(() -> {
            Pool own = new Pool(simulator, "instances", scenario.topology().instanceVcpus());
            pools.add(own);
            return own;
        });
        int threads = parameters.count(scenario.mode().isElastic() ? "instance.threads" : "namenode.threads");
        return new SimulatedInstance(simulator, pool, threads, warmUp, parameters.of("cpu.variation"));
    }

    /** The function of a number. */
    SimulatedDeployment deployment(int number) {
        return deployments.get(number);
    }

    /** A call by HTTP has come: it starts an instance if all have as many of them as they may. */
    void called(SimulatedDeployment deployment) {
        int most = parameters.count("scaling.concurrency");
        for (SimulatedInstance instance : deployment.instances()) {
            if (instance.httpUnderWay() < most) {
                return;
            }
        }
        if (deployment.starting() == 0) {
            start(deployment);
        }
    }

    /** The platform's own work. */
    WorkProcess controller() {
        return controller;
    }

    private void scale() {
        double mostWrites = parameters.of("scaling.write-share");
        double load = parameters.of("scaling.load");
        for (SimulatedDeployment deployment : deployments) {
            int members = deployment.members();
            double capacity = members * scenario.topology().instanceVcpus() * intervalNanos;
            boolean saturated = deployment.takeUsedNanos() > load * capacity;
            boolean reads = deployment.hasFewWrites(mostWrites);
            for (int i = 0; saturated && reads && deployment.starting() < members && i < members; i++) {
                start(deployment);
            }
        }
        simulator.after(intervalNanos, this::scale);
    }

    private void start(SimulatedDeployment deployment) {
        int starting =
                deployments.stream().mapToInt(SimulatedDeployment::starting).sum();
        if (present + starting >= scenario.topology().mostInstances()) {
            return;
        }
        coldStarts++;
        deployment.begins();
        simulator.after(coldNanos, () -> {
            long nanos = compressed(parameters.of("start.warm-up") * NANOS_PER_SECOND);
            double factor = parameters.of("start.warm-up-factor");
            deployment.joins(instance(new WarmUp(simulator.now(), nanos, factor)));
        });
    }

    /** Instances that serve. */
    int present() {
        return present;
    }

    long coldStarts() {
        return coldStarts;
    }

    void restart() {
        pools.forEach(Pool::restart);
    }

    /** The part of all instances' processors that was busy. */
    double utilisation() {
        return pools.stream().mapToDouble(Pool::utilisation).average().orElse(0);
    }

    /** The same of the busiest instance. */
    double hottest() {
        return pools.stream().mapToDouble(Pool::utilisation).max().orElse(0);
    }

    List<SimulatedDeployment> deployments() {
        return deployments;
    }
}
