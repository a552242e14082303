package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.membership.Background;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.util.function.Consumer;

/**
 * Fences writers in the background, each until that has succeeded: somebody waits for it, if only a cache that could hold
 * more. Every attempt is bounded, and the store bounds the life of the transactions that are waited for.
 */
public final class Fences {
    private final MetadataStore store;
    private final Background background;
    private final CoherenceTimes times;

    public Fences(MetadataStore store, Background background, CoherenceTimes times) {
        this.store = requireNonNull(store, "store");
        this.background = requireNonNull(background, "background");
        this.times = requireNonNull(times, "times");
    }

    /** Fences the writer, and says so when it is done; returns at once. */
    public void fence(WriterId writer, Consumer<WriterId> done) {
        background.soon(() -> attempt(writer, done));
    }

    private void attempt(WriterId writer, Consumer<WriterId> done) {
        try {
            store.fence(writer, times.fence());
        } catch (StoreException e) {
            background.after(times.retry(), () -> attempt(writer, done));
            return;
        }
        done.accept(writer);
    }
}
