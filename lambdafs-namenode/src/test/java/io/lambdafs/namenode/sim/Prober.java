package io.lambdafs.namenode.sim;

import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.sim.SimScheduler;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Looks into the caches, over and over: what an instance would answer at this moment from memory alone must be what is
 * committed at this moment.
 */
final class Prober {
    private static final int PROBES = 3;
    private static final long MOST_NANOS = Duration.ofMillis(8).toNanos();

    private final SimScheduler scheduler;
    private final SimCluster cluster;
    private final RandomGenerator random;
    private final SimClient client;
    private final Workload paths;
    private boolean stopped;

    Prober(SimScheduler scheduler, SimCluster cluster, RandomGenerator random) {
        this.scheduler = scheduler;
        this.cluster = cluster;
        this.random = random;
        client = new SimClient(scheduler, cluster, random, 1001);
        paths = new Workload(cluster, client, random);
    }

    void start() {
        scheduler.world().event("probe", Duration.ofNanos(random.nextLong(MOST_NANOS)), () -> {
            if (!stopped) {
                probe();
                start();
            }
        });
    }

    /** Looks only when it is told to. */
    void stop() {
        stopped = true;
    }

    /** Looks at a few entries. */
    void probe() {
        List<SimInstance> running = cluster.alive().stream()
                .filter(instance -> instance.process().isRunning())
                .toList();
        for (int i = 0; i < PROBES && !running.isEmpty(); i++) {
            probe(running.get(random.nextInt(running.size())));
        }
    }

    private void probe(SimInstance instance) {
        SimCall call = paths.read();
        if (call.deployment(cluster.partition()) != instance.deployment()) {
            return;
        }
        var envelope = client.envelope(call);
        if (instance.nameNode().needsRefresh(envelope)) {
            // What it has in memory need not be true until it has asked.
            return;
        }
        try {
            instance.nameNode()
                    .handleAtOnce(envelope)
                    .ifPresent(answer -> cluster.history().requirePresent(call, envelope, answer, instance.toString()));
        } catch (SimFailure stale) {
            scheduler.fail(stale);
        }
    }
}
