package io.lambdafs.namenode.sim;

import io.lambdafs.coherence.Member;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import java.time.Duration;
import java.util.function.Function;

/** A platform that sees instances die and takes them out of the cluster, as the local one does: fenced first, then expelled. */
final class SimPlatform {
    private static final Duration FENCE = Duration.ofSeconds(2);
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final int MAX_ATTEMPTS = 5;

    private final SimScheduler scheduler;
    private final SimProcess process;
    private final MetadataStore store;
    private final InMemoryCoordination coordinator;

    /**
     * A platform.
     *
     * @param stores makes a process's way to the store
     */
    SimPlatform(SimScheduler scheduler, InMemoryCoordination coordinator, Function<SimProcess, MetadataStore> stores) {
        this.scheduler = scheduler;
        this.coordinator = coordinator;
        process = scheduler.process("platform");
        store = stores.apply(process);
    }

    /** It has seen this instance die. */
    void died(SimInstance instance) {
        String name = instance.process().name();
        process.start("obituary", Duration.ofNanos(scheduler.latencyNanos()), () -> expel(name));
    }

    private void expel(String name) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            try {
                for (Member member : coordinator.members()) {
                    if (member.instance().equals(name)) {
                        store.fence(member.writer(), FENCE);
                        scheduler.note("EXPEL", member, coordinator.expel(member.writer()));
                    }
                }
                return;
            } catch (StoreException e) {
                scheduler.sleep(RETRY);
            }
        }
    }
}
