package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.parameters.Parameters;
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
    private final double leaderMicros;
    private final double memberMicros;
    private final CpuCost publishing;
    private final CpuCost acknowledging;
    private final int syncs;
    private final long waitNanos;
    private final long networkNanos;
    private long rounds;

    CoherenceRounds(Simulator simulator, SimulatedStore coordinator, Parameters parameters, long networkNanos) {
        this.simulator = simulator;
        this.coordinator = coordinator;
        this.leaderMicros = parameters.of("round.leader");
        this.memberMicros = parameters.of("round.member");
        double publish = parameters.of("round.coordinator");
        double acknowledge = parameters.of("round.coordinator-member");
        this.publishing = new CpuCost(publish, publish);
        this.acknowledging = new CpuCost(acknowledge, acknowledge);
        this.syncs = parameters.count("round.syncs");
        this.waitNanos = Math.round(parameters.of("round.wait") * 1_000);
        this.networkNanos = networkNanos;
    }

    /** Goes on when all other instances know. */
    void tell(NameNodeInstance leader, Deployment deployment, Runnable then) {
        rounds++;
        List<NameNodeInstance> others = new ArrayList<>(deployment.instances());
        others.remove(leader);
        Round round = new Round(others.size(), then);
        leader.work(
                leaderMicros,
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

    private void acknowledge(NameNodeInstance member, Round round) {
        member.work(
                memberMicros,
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
