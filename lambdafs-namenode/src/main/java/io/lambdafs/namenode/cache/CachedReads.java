package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.FillGuard;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads that are answered from the cache where it can, and from the store otherwise, which fills the cache.
 *
 * <p>A cached answer counts as given at the moment when the lease was found valid. Every write that was acknowledged
 * before then has been taken out of the cache, so the cache cannot answer with anything older.
 */
public final class CachedReads implements ReadPath {
    private static final int CACHE_ATTEMPTS = 3;

    private final TransactionRunner runner;
    private final MetadataCache cache;
    private final FillGuard guard;
    private final CachedReader reader;
    private final DirectoryTimes times;
    private final ReadAhead ahead;
    private final LongSupplier ticker;

    /**
     * Reads through a cache.
     *
     * @param guard tells whether what was read may be kept
     * @param reader tells whether the cache may be believed
     * @param ticker nanoseconds since anything
     */
    public CachedReads(
            TransactionRunner runner,
            MetadataCache cache,
            FillGuard guard,
            CachedReader reader,
            DirectoryTimes times,
            ReadAhead ahead,
            LongSupplier ticker) {
        this.runner = requireNonNull(runner, "runner");
        this.cache = requireNonNull(cache, "cache");
        this.guard = requireNonNull(guard, "guard");
        this.reader = requireNonNull(reader, "reader");
        this.times = requireNonNull(times, "times");
        this.ahead = requireNonNull(ahead, "ahead");
        this.ticker = requireNonNull(ticker, "ticker");
    }

    @Override
    public boolean keepsSomething() {
        return true;
    }

    /**
     * Runs work on what is in the cache, be it up to date or not. Never blocks.
     *
     * @return null if that is not enough
     */
    public <T> @Nullable Recollection<T> recall(Function<ReadView, T> work) {
        long stamp = cache.lossStamp();
        try {
            return Recollection.answered(stamp, work.apply(new CacheView(cache, ticker)));
        } catch (CacheMiss miss) {
            return null;
        } catch (RuntimeException refused) {
            return Recollection.refused(stamp, refused);
        }
    }

    /**
     * What was recalled, if the cache has lost nothing since and may be believed now: then the work would read the same again.
     * Otherwise the work is run anew, as by {@link #readAtOnce}.
     */
    public <T> @Nullable T confirm(Recollection<T> recalled, Function<ReadView, T> work) {
        if (reader.mayServe() && cache.lossStamp() == recalled.stamp()) {
            cache.countHit();
            return recalled.get();
        }
        return readAtOnce(work);
    }

    @Override
    public <T> @Nullable T readAtOnce(Function<ReadView, T> work) {
        if (!reader.mayServe()) {
            return null;
        }
        for (int attempt = 0; attempt < CACHE_ATTEMPTS; attempt++) {
            long before = cache.epoch();
            try {
                T result = work.apply(new CacheView(cache, ticker));
                if (cache.epoch() == before) {
                    cache.countHit();
                    return result;
                }
            } catch (CacheMiss miss) {
                return null;
            } catch (RuntimeException e) {
                // If an invalidation came between, it may be due to entries that do not belong together.
                if (cache.epoch() == before) {
                    cache.countHit();
                    throw e;
                }
            }
        }
        return null;
    }

    @Override
    public <T> T read(Function<Transaction, T> work) {
        return runner.read(work);
    }

    @Override
    public <T> T readAndKeep(Function<ReadView, T> work) {
        cache.countMiss();
        return runner.read(tx -> {
            Fill fill = new Fill(cache, guard, ticker, true);
            try {
                return fill(work, tx, fill);
            } finally {
                fill.abandon();
            }
        });
    }

    private <T> T fill(Function<ReadView, T> work, Transaction tx, Fill fill) {
        T result;
        try {
            result = work.apply(new FillingView(tx, fill));
        } catch (FsException refused) {
            fill.finish(tx.inodes());
            throw refused;
        }
        FsPath path = fill.path();
        List<INodeId> unmarked = fill.finish(tx.inodes());
        if (path != null && !unmarked.isEmpty()) {
            times.mark(path, unmarked);
        }
        if (path != null && fill.invitesReadAhead()) {
            ahead.read(path.parent(), fill.readBlocks());
        }
        return result;
    }
}
