package io.lambdafs.namenode.membership;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fences writers in the background, each until that has succeeded: somebody waits for it, if only a cache that could hold
 * more. Every attempt is bounded, and the store bounds the life of the transactions that are waited for.
 */
public final class Fences {
    private static final Logger LOG = LoggerFactory.getLogger(Fences.class);

    private final MetadataStore store;
    private final Background background;
    private final Duration bound;
    private final Duration retry;

    /**
     * For writers of this store.
     *
     * @param bound how long one attempt waits for the transactions of the fenced to end
     * @param retry the pause before the next one
     */
    public Fences(MetadataStore store, Background background, Duration bound, Duration retry) {
        this.store = requireNonNull(store, "store");
        this.background = requireNonNull(background, "background");
        this.bound = requireNonNull(bound, "bound");
        this.retry = requireNonNull(retry, "retry");
    }

    /** Fences the writer, and says so when it is done; returns at once. */
    public void fence(WriterId writer, Consumer<WriterId> done) {
        background.soon(() -> attempt(writer, done));
    }

    private void attempt(WriterId writer, Consumer<WriterId> done) {
        try {
            store.fence(writer, bound);
        } catch (StoreException e) {
            background.after(retry, () -> attempt(writer, done));
            return;
        } catch (RuntimeException e) {
            // Nobody would ask for this fence again.
            LOG.error("{} could not be fenced, which is tried again", writer, e);
            background.after(retry, () -> attempt(writer, done));
            return;
        }
        done.accept(writer);
    }
}
