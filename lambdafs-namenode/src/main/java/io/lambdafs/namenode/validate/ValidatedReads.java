package io.lambdafs.namenode.validate;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.cache.Recollection;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads through a cache that is validated after the arrival of each request. */
public final class ValidatedReads implements ReadPath {
    private final FeedCache cache;
    private final CachedReads reads;

    /**
     * Reads through a cache.
     *
     * @param reads what is to be done when the cache was validated, and when what it has is not enough
     */
    public ValidatedReads(FeedCache cache, CachedReads reads) {
        this.cache = requireNonNull(cache, "cache");
        this.reads = requireNonNull(reads, "reads");
    }

    @Override
    public boolean keepsSomething() {
        return true;
    }

    /** Nobody tells it of changes. */
    @Override
    public boolean isAlwaysFresh() {
        return false;
    }

    /** It asks the store's change feed. */
    @Override
    public boolean refresh() {
        return cache.validate();
    }

    /** Work that was run before the cache was validated need not be run again if nothing was forgotten then. */
    @Override
    public <T> @Nullable T readRefreshed(Function<ReadView, T> work) {
        Recollection<T> recalled = reads.recall(work);
        return recalled != null && cache.validate() ? reads.confirm(recalled, work) : null;
    }

    @Override
    public <T> @Nullable T readAtOnce(Function<ReadView, T> work) {
        return reads.readAtOnce(work);
    }

    @Override
    public <T> T read(Function<Transaction, T> work) {
        return reads.read(work);
    }

    @Override
    public <T> T readAndKeep(Function<ReadView, T> work) {
        return reads.readAndKeep(work);
    }
}
