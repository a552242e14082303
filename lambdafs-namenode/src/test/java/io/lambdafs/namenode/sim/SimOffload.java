package io.lambdafs.namenode.sim;

import io.lambdafs.fs.INodeId;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.BatchOffload;
import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimSignal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Gives batches to other instances, whichever live. Some batches get lost on the way, some come late. An instance that
 * has taken one may be killed or frozen in the middle of it, or may do it although another instance does it too.
 */
final class SimOffload implements BatchOffload {
    private static final Duration BOUND = Duration.ofMillis(500);

    private final SimScheduler scheduler;
    private final SimProcess self;
    private final SimCluster cluster;
    private final RandomGenerator random;
    private final Set<Flaw> flaws;

    SimOffload(SimScheduler scheduler, SimProcess self, SimCluster cluster, RandomGenerator random, Set<Flaw> flaws) {
        this.scheduler = scheduler;
        this.self = self;
        this.cluster = cluster;
        this.random = random;
        this.flaws = flaws;
    }

    @Override
    public Offer offer(List<RemovalBatch> batches) {
        List<SimInstance> others = cluster.alive().stream()
                .filter(instance -> instance.process() != self)
                .toList();
        int taken = others.isEmpty() ? 0 : random.nextInt(batches.size() + 1);
        int[] missing = {taken};
        SimSignal done = new SimSignal(scheduler);
        for (RemovalBatch batch : batches.subList(0, taken)) {
            SimInstance helper = others.get(random.nextInt(others.size()));
            if (!cluster.losesMessage()) {
                helper.process()
                        .receive(
                                "batch",
                                () -> ask(helper, batch, removed -> {
                                    if (removed) {
                                        cluster.removed(batch);
                                    }
                                    missing[0]--;
                                    done.changed();
                                }));
            }
        }
        return new Offer(taken, () -> done.await(() -> missing[0] == 0, BOUND));
    }

    private void ask(SimInstance helper, RemovalBatch batch, Consumer<Boolean> reply) {
        if (flaws.contains(Flaw.HELPERS_ONLY_SAY_SO)) {
            reply.accept(true);
        } else if (flaws.contains(Flaw.REMOVAL_OF_WHAT_IS_NOT_DETACHED)) {
            INodeId directory = new INodeId(INodeId.FIRST_FREE.value() + random.nextInt(Workload.DIRECTORIES.size()));
            // What it does to the batch that was meant is nothing, and not what this is about.
            helper.take(new RemovalBatch(directory, batch.after(), batch.last()), removed -> reply.accept(false));
        } else {
            helper.take(batch, reply);
        }
    }
}
