package io.lambdafs.namenode.cache;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.Replica;
import io.lambdafs.coherence.FillGuard;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.cache.MetadataCache.ReadReplicas;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one read found out about one path, under a token that began before the first row was read. Used by one thread.
 *
 * <p>A path may be resolved again; then what was read before counts no more.
 */
final class Fill {
    private static final int REST_PAGE = 2000;

    private final MetadataCache cache;
    private final FillGuard guard;
    private final LongSupplier ticker;
    private final boolean asked;
    private @Nullable FillToken token;
    private boolean toList;
    private boolean byCache;
    private int reads;
    private List<INode> chain = List.of();
    private @Nullable List<INode> listing;
    private boolean listingComplete;
    private final Map<INodeId, List<BlockInfo>> blocks = new HashMap<>();
    private final Map<BlockId, List<Replica>> replicas = new HashMap<>();
    private final Set<BlockId> located = new HashSet<>();
    private long locatedAt;
    private boolean invitesReadAhead;

    /**
     * For one read.
     *
     * @param asked whether somebody waits for what is read; if not, no times of directories are missed by anybody
     */
    Fill(MetadataCache cache, FillGuard guard, LongSupplier ticker, boolean asked) {
        this.cache = cache;
        this.guard = guard;
        this.ticker = ticker;
        this.asked = asked;
    }

    long now() {
        return ticker.getAsLong();
    }

    /** The path that is being read; null if none was resolved. */
    @Nullable
    FsPath path() {
        FillToken of = token;
        return of == null ? null : of.path();
    }

    void begin(FsPath path, boolean forListing) {
        abandon();
        toList = forListing;
        byCache = false;
        reads = 0;
        listing = null;
        listingComplete = false;
        blocks.clear();
        replicas.clear();
        located.clear();
        invitesReadAhead = false;
        token = guard.begin(path);
    }

    /**
     * Takes the resolution from the cache, if that has all of it: mostly a write has made it forget a listing, and nothing else.
     * The times of the directories may be wrong.
     */
    boolean resolvedByCache(FsPath path) {
        FillToken of = token;
        if (of != null && guard.isAdmissible(of)) {
            chain = List.copyOf(new CachedAncestors(cache).on(path));
            byCache = !chain.isEmpty();
            if (byCache) {
                guard.resolved(of, chain);
            }
        }
        return byCache;
    }

    /** The inodes on the path, as they were read. */
    List<INode> chain() {
        return chain;
    }

    List<INode> resolved(List<INode> found) {
        reads++;
        chain = found;
        FillToken of = token;
        if (of != null) {
            guard.resolved(of, found);
        }
        return found;
    }

    List<INode> listed(INodeId parent, Name after, int limit, List<INode> page) {
        reads++;
        FillToken of = token;
        if (of != null
                && after.equals(Name.EMPTY)
                && target(of.path()) instanceof Directory directory
                && directory.id().equals(parent)) {
            listing = page;
            listingComplete = page.size() < limit;
        }
        return page;
    }

    List<BlockInfo> blocks(List<INodeId> files, List<BlockInfo> found) {
        reads++;
        files.forEach(file -> blocks.put(file, new ArrayList<>()));
        found.forEach(block ->
                blocks.computeIfAbsent(block.file(), file -> new ArrayList<>()).add(block));
        return found;
    }

    List<Replica> replicas(List<BlockId> ids, List<Replica> found, long before) {
        reads++;
        locatedAt = located.isEmpty() ? before : locatedAt;
        located.addAll(ids);
        found.forEach(replica -> replicas.computeIfAbsent(replica.block(), block -> new ArrayList<>())
                .add(replica));
        return found;
    }

    /** What the path names, if it exists. */
    private @Nullable INode target(FsPath path) {
        return chain.size() == path.depth() + 1 ? chain.get(chain.size() - 1) : null;
    }

    /** Whether there is a long listing of which more should be read, because all of it can be kept. */
    private boolean wantsRest(FsPath path) {
        if (listing == null || listingComplete || !cache.ownsListing(path)) {
            return false;
        }
        DirectoryNode known = cache.trie().findDirectory(path);
        return known == null || !known.tooLong;
    }

    private void readRest(INodeTable store, FsPath path) {
        List<INode> page = listing;
        if (page == null || !wantsRest(path) || !(target(path) instanceof Directory directory)) {
            return;
        }
        List<INode> all = new ArrayList<>(page);
        int limit;
        do {
            limit = Math.min(REST_PAGE, cache.policy().maxListing() + 1 - all.size());
            page = limit <= 0
                    ? List.of()
                    : store.children(directory.id(), all.get(all.size() - 1).name(), limit);
            all.addAll(page);
        } while (page.size() == limit && limit > 0);
        listing = all;
        listingComplete = limit > 0;
    }

    /**
     * Ends the read: makes sure that the rows belong together, and keeps them if they may be kept.
     *
     * @return the directories whose times should be marked, so that they can be kept
     * @throws StoreException of kind CONFLICT if a write came between the reads
     */
    List<INodeId> finish(INodeTable store) {
        FillToken of = token;
        if (of == null) {
            return List.of();
        }
        readRest(store, of.path());
        if (reads > 1 && !guard.isUndisturbed(of)) {
            throw crossed(of);
        }
        token = null;
        Parts parts = new Parts(of.path());
        boolean admitted = guard.completeInParts(of, parts);
        if (byCache && !admitted) {
            // Nor is it certain then that the cache was told of all that was committed before the listing was read.
            throw crossed(of);
        }
        return parts.unmarked;
    }

    private static StoreException crossed(FillToken of) {
        return new StoreException(StoreException.Kind.CONFLICT, "a write came between the reads of " + of.path());
    }

    /** Ends the read without keeping anything, if it has not ended. */
    void abandon() {
        FillToken of = token;
        if (of != null) {
            token = null;
            guard.abandon(of);
        }
    }

    /** After the end: whether the rest of the directory of what was read had better be read ahead. */
    boolean invitesReadAhead() {
        return invitesReadAhead;
    }

    /** Whether the blocks of a file were read. */
    boolean readBlocks() {
        return !blocks.isEmpty();
    }

    /** What is kept, part by part: the path itself, then the entries, the blocks of the entries, and which times are missed. */
    private final class Parts implements FillGuard.Admission {
        private final FsPath path;
        private final Deque<FillGuard.Admission> parts = new ArrayDeque<>();
        private final List<INodeId> unmarked = new ArrayList<>();
        private int blocksFrom;
        private int timesFrom;

        Parts(FsPath path) {
            this.path = path;
            parts.add(this::admitPath);
        }

        @Override
        public boolean admitSome() {
            if (!parts.element().admitSome()) {
                parts.remove();
            }
            return !parts.isEmpty();
        }

        private boolean admitPath() {
            invitesReadAhead = target(path) instanceof RegularFile file
                    && !file.isUnderConstruction()
                    && cache.invitesReadAhead(path, readBlocks());
            if (!byCache) {
                cache.admitChain(path, chain);
            }
            INode last = chain.get(chain.size() - 1);
            if (last instanceof RegularFile file) {
                admitBlocks(chain.size() == path.depth() + 1 ? path : path.prefix(chain.size() - 1), file);
            } else if (chain.size() == path.depth() + 1) {
                admitDirectory((Directory) last);
            }
            return false;
        }

        private void admitDirectory(Directory directory) {
            List<INode> children = listing;
            if (children == null) {
                unmarked.addAll(toList ? List.of() : cache.missTimes(path));
            } else if (listingComplete) {
                parts.add(new ListingAdmission(cache, path, directory, children));
                parts.add(() -> admitBlocksOf(children));
                parts.add(this::missTimes);
            } else if (children.size() > cache.policy().maxListing()) {
                cache.admitTooLong(path);
            }
        }

        private boolean admitBlocksOf(List<INode> children) {
            if (blocks.isEmpty()) {
                return false;
            }
            int end = Math.min(children.size(), blocksFrom + ListingAdmission.AT_ONCE);
            for (; blocksFrom < end; blocksFrom++) {
                if (children.get(blocksFrom) instanceof RegularFile file && blocks.containsKey(file.id())) {
                    admitBlocks(path.child(file.name()), file);
                }
            }
            return blocksFrom < children.size();
        }

        private boolean missTimes() {
            int from = timesFrom;
            timesFrom += ListingAdmission.AT_ONCE;
            return asked && cache.missTimesOfChildren(path, from, ListingAdmission.AT_ONCE, unmarked);
        }
    }

    private void admitBlocks(FsPath path, RegularFile file) {
        List<BlockInfo> found = blocks.get(file.id());
        if (found == null) {
            return;
        }
        boolean allLocated = found.stream().allMatch(block -> located.contains(block.id()));
        cache.admitBlocks(path, file, found, allLocated ? new ReadReplicas(replicas, locatedAt) : null);
    }
}
