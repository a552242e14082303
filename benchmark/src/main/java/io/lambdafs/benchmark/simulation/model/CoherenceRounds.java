package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.queue.Simulator;
import java.util.ArrayList;
import java.util.List;

/**
 * Rounds: the NameNode that leads a write publishes an INV at the coordinator, whose log is synchronised, and waits until each other instance
 * of the function has acknowledged it there.
 */
final class CoherenceRounds {
    private final Simulator simulator;
    private final SimulatedStore coordinator;
    private final CpuCost leading;
    private final CpuCost telling;
    private final CpuCost publishing;
    private final CpuCost acknowledging;
    private final int syncs;
    private final long waitNanos;
    private final long networkNanos;
    private long rounds;

    CoherenceRounds(
            Simulator simulator, SimulatedStore coordinator, SimulationParameters parameters, long networkNanos) {
        this.simulator = simulator;
        this.coordinator = coordinator;
        this.leading = parameters.cpu("round.leader");
        this.telling = parameters.cpu("round.member");
        this.publishing = parameters.cpu("round.coordinator");
        this.acknowledging = parameters.cpu("round.coordinator-member");
        this.syncs = parameters.count("round.syncs");
        this.waitNanos = Math.round(parameters.of("round.wait") * 1_000);
        this.networkNanos = networkNanos;
    }

    /** Goes on when all other instances know. */
    void tell(SimulatedInstance leader, SimulatedDeployment deployment, Runnable then) {
        rounds++;
        List<SimulatedInstance> others = new ArrayList<>(deployment.instances());
        others.remove(leader);
        Round round = new Round(others.size(), then);
        leader.work(
                leading,
                1,
                0,
                () -> simulator.after(
                        networkNanos,
                        () -> coordinator.work(
                                publishing,
                                1,
                                () -> sync(syncs, () -> {
                                    if (others.isEmpty()) {
                                        round.ends();
                                    }
                                    others.forEach(
                                            member -> simulator.after(networkNanos, () -> acknowledge(member, round)));
                                }))));
    }

    private void sync(int times, Runnable then) {
        if (times == 0) {
            then.run();
        } else {
            coordinator.commit(() -> sync(times - 1, then));
        }
    }

    private void acknowledge(SimulatedInstance member, Round round) {
        member.work(
                telling,
                1,
                0,
                () -> simulator.after(networkNanos, () -> coordinator.work(acknowledging, 1, round::acknowledged)));
    }

    /** One that is under way. */
    private final class Round {
        private final Runnable then;
        private int missing;

        private Round(int members, Runnable then) {
            this.missing = members;
            this.then = then;
        }

        private void acknowledged() {
            missing--;
            if (missing == 0) {
                ends();
            }
        }

        private void ends() {
            simulator.after(waitNanos + networkNanos, then);
        }
    }

    long rounds() {
        return rounds;
    }
}
