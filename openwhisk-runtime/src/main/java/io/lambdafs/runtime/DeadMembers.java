package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.MetadataStore;
import java.time.Duration;
import java.util.Set;

/**
 * Takes members whose processes have ended out of a cluster: fences the writer, then ends the registration. Without it, writers of the
 * other instances wait for a dead member until its session ends.
 */
final class DeadMembers {
    /** Longer than a transaction lives whose process is gone. */
    private static final Duration FENCE = Duration.ofSeconds(15);

    private final MetadataStore store;
    private final Coordinator coordinator;

    DeadMembers(MetadataStore store, Coordinator coordinator) {
        this.store = requireNonNull(store, "store");
        this.coordinator = requireNonNull(coordinator, "coordinator");
    }

    /**
     * Takes out the members of the instances with these tags, and says how many there were; those that left by themselves are none.
     *
     * @throws io.lambdafs.store.StoreException if one could not be fenced; it is a member then
     * @throws io.lambdafs.coherence.CoordinatorException if the coordinator could not be reached
     */
    int expel(Set<String> tags) {
        int expelled = 0;
        for (Member member : coordinator.members()) {
            if (InstanceName.tagOf(member.instance()).filter(tags::contains).isPresent()) {
                // In this order: a member that hears of the departure may rely on the end of the dead one's
                // transactions.
                store.fence(member.writer(), FENCE);
                coordinator.expel(member);
                expelled++;
            }
        }
        return expelled;
    }
}
