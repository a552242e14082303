package io.lambdafs.namenode.sim;

import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.BatchOffload;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimSignal;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Gives batches to other instances, whichever live: some get lost on the way, some come late, and who has taken one may be
 * killed or frozen in the middle of it, or do it twice with somebody else.
 */
final class SimOffload implements BatchOffload {
    private static final Duration BOUND = Duration.ofMillis(500);

    private final SimScheduler scheduler;
    private final SimProcess self;
    private final Cluster cluster;
    private final RandomGenerator random;

    SimOffload(SimScheduler scheduler, SimProcess self, Cluster cluster, RandomGenerator random) {
        this.scheduler = scheduler;
        this.self = self;
        this.cluster = cluster;
        this.random = random;
    }

    @Override
    public Offer offer(List<RemovalBatch> batches) {
        List<Instance> others = cluster.alive().stream()
                .filter(instance -> instance.process() != self)
                .toList();
        int taken = others.isEmpty() ? 0 : random.nextInt(batches.size() + 1);
        int[] missing = {taken};
        SimSignal done = new SimSignal(scheduler);
        for (RemovalBatch batch : batches.subList(0, taken)) {
            Instance helper = others.get(random.nextInt(others.size()));
            if (!cluster.losesMessage()) {
                helper.process()
                        .receive(
                                "batch",
                                () -> helper.take(batch, () -> {
                                    missing[0]--;
                                    done.changed();
                                }));
            }
        }
        return new Offer(taken, () -> done.await(() -> missing[0] == 0, BOUND));
    }
}
