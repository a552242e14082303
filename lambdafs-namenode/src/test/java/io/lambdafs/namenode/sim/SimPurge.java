package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.namenode.sim.store.SharedSimStore;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.sim.SimScheduler;
import java.time.Duration;
import java.util.Set;

/** Purges the outcomes of requests as soon as it may: when no submission of them can begin any more. */
final class SimPurge {
    /** As the housekeeping has it: longer than a request may live. */
    static final Duration AFTER = SimClient.PATIENCE.plusMillis(100);

    private static final Duration TOO_EARLY = Duration.ofSeconds(1);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final int AT_ONCE = 1000;

    private final SimScheduler scheduler;
    private final MetadataStore store;
    private final WriterId writer;
    private final Duration after;
    private boolean stopped;

    SimPurge(SimScheduler scheduler, SharedSimStore database, Set<Flaw> flaws) {
        this.scheduler = scheduler;
        store = database.openAtOnce();
        writer = store.registerWriter("purge");
        after = flaws.contains(Flaw.OUTCOMES_PURGED_EARLY) ? TOO_EARLY : AFTER;
    }

    void start() {
        scheduler.world().event("purge", INTERVAL, () -> {
            if (!stopped) {
                purge();
                start();
            }
        });
    }

    void stop() {
        stopped = true;
    }

    private void purge() {
        try (Transaction tx = store.beginWrite(writer)) {
            tx.outcomes().purge(after, AT_ONCE);
            tx.commit();
        }
    }
}
