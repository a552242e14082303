package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.FillGuard;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.foresight.KnownAncestors;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.util.List;

/** As {@link CachedAncestors}, but reads from the store what the cache lacks and may keep, which takes one round trip. */
public final class FilledAncestors implements KnownAncestors {
    private final MetadataCache cache;
    private final CachedAncestors cached;
    private final FillGuard guard;
    private final CachedReader reader;
    private final MetadataStore store;

    /**
     * Reads on behalf of a cache.
     *
     * @param guard tells whether what was read may be kept
     * @param reader tells whether there is any hope of that
     */
    public FilledAncestors(MetadataCache cache, FillGuard guard, CachedReader reader, MetadataStore store) {
        this.cache = requireNonNull(cache, "cache");
        this.cached = new CachedAncestors(cache);
        this.guard = requireNonNull(guard, "guard");
        this.reader = requireNonNull(reader, "reader");
        this.store = requireNonNull(store, "store");
    }

    @Override
    public List<Directory> above(FsPath path) {
        List<Directory> known = cached.above(path);
        if (known.isEmpty() && !path.isRoot() && reader.mayServe()) {
            fill(path.parent());
            known = cached.above(path);
        }
        return known;
    }

    @Override
    public boolean isDirectory(FsPath path) {
        return cached.isDirectory(path);
    }

    private void fill(FsPath parent) {
        FillToken token = guard.begin(parent);
        try (Transaction tx = store.beginRead()) {
            List<INode> chain = tx.inodes().resolveToList(parent.components());
            guard.resolved(token, chain);
            guard.complete(token, () -> cache.admitChain(parent, chain));
        } catch (StoreException unknown) {
            // A caller that needs to know for certain meets with the same, and says so.
        } finally {
            guard.abandon(token);
        }
    }
}
