package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.membership.Background;
import io.lambdafs.namenode.membership.Fences;
import io.lambdafs.store.MetadataStore;
import java.time.Duration;

/**
 * How long the parts of the protocol may take.
 *
 * @param round until every member has acknowledged an INV; less than the store lets a transaction live
 * @param admission until every member has acknowledged a join, for a write that waits for it
 * @param fence one attempt at fencing, which waits for the transactions of the fenced to end
 * @param retry the pause before something is tried again that the store or the coordinator could not do
 */
public record CoherenceTimes(Duration round, Duration admission, Duration fence, Duration retry) {
    public CoherenceTimes {
        requireNonNull(round, "round");
        requireNonNull(admission, "admission");
        requireNonNull(fence, "fence");
        requireNonNull(retry, "retry");
    }

    /** Fences writers of this store in that time. */
    public Fences fences(MetadataStore store, Background background) {
        return new Fences(store, background, fence, retry);
    }

    /** For a store with default bounds. */
    public static CoherenceTimes defaults() {
        return new CoherenceTimes(
                Duration.ofSeconds(6), Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofMillis(500));
    }
}
