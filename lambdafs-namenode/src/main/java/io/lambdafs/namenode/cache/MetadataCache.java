package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.Replica;
import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A NameNode's cache of the namespace: a trie by path component.
 *
 * <p>It keeps what resolving a path needs of every directory on the way. Of paths that its deployment owns it also
 * keeps closed files with their blocks, the times of directories whose row says so, absent names, and complete
 * listings.
 *
 * <p>Changes ({@code admit…}, {@link #invalidate}, {@link #clear}) are made by one thread at a time, under a lock of the
 * caller's that also orders them with the protocol's events. Lookups take no lock. Several of them belong together if
 * {@link #epoch} is the same after the last as before the first.
 */
public final class MetadataCache {
    private static final int MAX_MARKED = 100;

    /** Nothing is read ahead once more than this part of the capacity is taken, so that what was asked for need not go for it. */
    private static final double ROOM = 0.75;

    private final CachePolicy policy;
    private final Ownership ownership;
    private final boolean byComponent;
    private final boolean fed;
    private final Trie trie;
    private final Interning interning = new Interning();
    private final AtomicLong epoch = new AtomicLong();
    private final AtomicLong invalidations = new AtomicLong();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private long listings;

    /**
     * An empty cache.
     *
     * @param rules all, but in tests that show that a rule is needed
     */
    public MetadataCache(CachePolicy policy, Ownership ownership, ProtocolRules rules) {
        this(policy, ownership, false, rules);
    }

    private MetadataCache(CachePolicy policy, Ownership ownership, boolean fed, ProtocolRules rules) {
        this.fed = fed;
        this.trie = new Trie(fed ? new DirectoryIndex() : null);
        this.policy = requireNonNull(policy, "policy");
        this.ownership = requireNonNull(ownership, "ownership");
        this.byComponent = rules.keeps(CoherenceRule.PREFIX_BY_COMPONENT);
    }

    /**
     * An empty cache that is told of every changed row by {@link #forgetRow}. So it keeps the times of directories whether their
     * rows are marked or not.
     */
    public static MetadataCache fed(CachePolicy policy, Ownership ownership) {
        return new MetadataCache(policy, ownership, true, ProtocolRules.ALL);
    }

    public CachePolicy policy() {
        return policy;
    }

    /** Changes with every invalidation, after it. */
    public long epoch() {
        return epoch.get();
    }

    /**
     * Changes with every invalidation and every eviction, after it. While it stays the same, whatever was looked up is still here, so
     * that a change of it would have been noticed.
     */
    long lossStamp() {
        // Both only grow: the sum is the same only if each of them is.
        return epoch.get() + trie.evictions();
    }

    public CacheStats stats() {
        return new CacheStats(
                trie.entries(), trie.bytes(), hits.sum(), misses.sum(), trie.evictions(), invalidations.get());
    }

    void countHit() {
        hits.increment();
    }

    void countMiss() {
        misses.increment();
    }

    @Nullable
    DirectoryNode root() {
        return trie.root();
    }

    Trie trie() {
        return trie;
    }

    /** Forgets all that the scope covers. When it returns, no lookup that begins finds any of it. */
    public void invalidate(Scope scope) {
        scope.paths().forEach(this::forget);
        scope.directories().forEach(this::forgetPrincipal);
        scope.prefixes().forEach(this::forgetBelow);
        invalidations.incrementAndGet();
        epoch.incrementAndGet();
    }

    /**
     * Forgets what depends on a changed row of an inode; only in a cache that is {@link #fed}. After such calls belongs one of
     * {@link #changed}, before anything is admitted.
     *
     * @param key the place of the row
     * @param deleted whether there is no such row at that place any more
     * @return whether there was something to forget
     */
    public boolean forgetRow(INodeId id, INodeKey key, boolean deleted) {
        DirectoryNode parent = trie.directory(key.parent());
        if (parent != null) {
            Node there = parent.find(key.name());
            boolean stays = !deleted && there instanceof DirectoryNode directory && directory.id() == id.value();
            if (there != null && !stays) {
                trie.cut(there);
            }
            trie.forgetListing(parent);
        }
        DirectoryNode itself = trie.directory(id);
        if (itself == null) {
            return parent != null;
        }
        if (itself.parent == parent) {
            trie.change(itself, () -> {
                itself.forgetPrincipal();
                itself.forgetTimes();
            });
        } else {
            // It is at another place by now.
            trie.cut(itself);
        }
        return true;
    }

    /** Says that entries were forgotten: no lookup that began before is taken to be of one state. */
    public void changed() {
        invalidations.incrementAndGet();
        epoch.incrementAndGet();
    }

    /** Forgets everything. */
    public void clear() {
        trie.clear();
        interning.clear();
        epoch.incrementAndGet();
    }

    /** Forgets what changes when the entry at this path appears, goes or changes; a directory stays on the way. */
    private void forget(FsPath path) {
        Node node = trie.find(path);
        if (node instanceof DirectoryNode directory) {
            forgetParentsListing(path);
            trie.change(directory, directory::forgetTimes);
        } else if (node != null) {
            trie.cut(node);
        } else {
            forgetParentsListing(path);
        }
    }

    /**
     * Forgets the owner and the permission of the directory at this path; what is below is found again once they are read. Its times go
     * too, since its row is written and so loses its mark.
     */
    private void forgetPrincipal(FsPath path) {
        Node node = trie.find(path);
        if (node instanceof DirectoryNode directory) {
            trie.change(directory, () -> {
                directory.forgetPrincipal();
                directory.forgetTimes();
            });
        } else if (node != null) {
            trie.cut(node);
        }
        forgetParentsListing(path);
    }

    private void forgetBelow(FsPath prefix) {
        Node node = trie.find(prefix);
        if (node == null) {
            forgetParentsListing(prefix);
        } else if (byComponent) {
            trie.cut(node);
        } else if (node instanceof DirectoryNode directory) {
            // The mistake that a test takes for granted to be noticed: "/foo/" is below the text, "/foo" is not.
            List<Node> children = new ArrayList<>();
            directory.childTable().addTo(children);
            children.forEach(trie::cut);
        }
    }

    private void forgetParentsListing(FsPath path) {
        DirectoryNode parent = path.isRoot() ? null : trie.findDirectory(path.parent());
        if (parent != null) {
            trie.forgetListing(parent);
        }
    }

    /**
     * Keeps what a resolution found, as far as it may be kept here.
     *
     * @param chain as {@link io.lambdafs.store.INodeTable#resolve} returned it for the path
     */
    public void admitChain(FsPath path, List<INode> chain) {
        if (!(chain.get(0) instanceof Directory rootRow)) {
            throw new IllegalArgumentException("the root is a directory");
        }
        DirectoryNode directory = admitRoot(rootRow);
        for (int depth = 1; depth < chain.size(); depth++) {
            if (chain.get(depth) instanceof Directory row) {
                FsPath at = depth == path.depth() ? path : path.prefix(depth);
                directory = admitDirectory(row, directory, at);
            } else {
                admitFile((RegularFile) chain.get(depth), directory);
            }
        }
        boolean endsAtDirectory = chain.get(chain.size() - 1).isDirectory();
        if (endsAtDirectory && chain.size() <= path.depth()) {
            admitAbsence(path.components().get(chain.size() - 1), directory);
        }
        trie.shrinkTo(policy.capacityBytes());
    }

    private DirectoryNode admitRoot(Directory row) {
        DirectoryNode known = trie.root();
        if (known == null || !isSame(known, row)) {
            if (known != null) {
                clear();
            }
            known = new DirectoryNode(
                    row, interning.principal(row.attributes()), null, ownership.ownsChildrenOf(FsPath.ROOT));
            trie.plant(known);
        }
        keepTimes(known, row, ownership.ownsRoot());
        return known;
    }

    private DirectoryNode admitDirectory(Directory row, DirectoryNode parent, FsPath path) {
        DirectoryNode node;
        if (parent.find(row.name()) instanceof DirectoryNode known && isSame(known, row)) {
            node = known;
        } else {
            node = new DirectoryNode(
                    row, interning.principal(row.attributes()), parent, ownership.ownsChildrenOf(path));
            put(node, parent);
        }
        keepTimes(node, row, parent.ownsChildren);
        return node;
    }

    /** Whether an entry is of this directory, whose owner and permission it is given if it lacks them. */
    private boolean isSame(DirectoryNode known, Directory row) {
        if (known.lacksPrincipalOf(row)) {
            Principal read = interning.principal(row.attributes());
            trie.change(known, () -> known.keepPrincipal(read));
        }
        return known.isOf(row);
    }

    private void keepTimes(DirectoryNode node, Directory row, boolean owned) {
        node.touch();
        if (owned && (fed || row.observed())) {
            trie.change(node, () -> node.keepTimes(row));
        }
    }

    /** Keeps a file, unless it is written to: then nobody tells of its changes. */
    private @Nullable FileNode admitFile(RegularFile row, DirectoryNode parent) {
        Node known = parent.find(row.name());
        if (!parent.ownsChildren || row.isUnderConstruction()) {
            if (known != null) {
                replace(known);
            }
            return null;
        }
        if (known instanceof FileNode file && file.isOf(row)) {
            file.touch();
            return file;
        }
        FileNode file = new FileNode(row, interning.principal(row.attributes()), parent);
        put(file, parent);
        return file;
    }

    private void admitAbsence(Name name, DirectoryNode parent) {
        Node known = parent.find(name);
        if (known instanceof AbsentNode) {
            known.touch();
            return;
        }
        if (known != null) {
            replace(known);
        }
        CachedListing listing = parent.listing();
        if (parent.ownsChildren && listing == null) {
            trie.add(new AbsentNode(name, parent), parent);
        }
    }

    /** Puts an entry in the place of what was known of its name; a listing that has not this entry is forgotten. */
    private void put(Node node, DirectoryNode parent) {
        Node known = parent.find(node.name);
        if (known != null) {
            replace(known);
        }
        trie.forgetListing(parent);
        trie.add(node, parent);
    }

    /* What was read later says otherwise; it must not be found together with what is admitted now. */
    private void replace(Node known) {
        trie.cut(known);
        epoch.incrementAndGet();
    }

    /**
     * Keeps all entries of a directory, if it is kept and owns them.
     *
     * @param children all of them, in the order of their names
     */
    public void admitListing(FsPath path, Directory row, List<INode> children) {
        ListingAdmission admission = new ListingAdmission(this, path, row, children);
        boolean more = true;
        while (more) {
            more = admission.admitSome();
        }
    }

    /** The directory at the path, if it is this one and a listing of so many entries may be kept of it. */
    @Nullable
    DirectoryNode listable(FsPath path, Directory row, int entries) {
        DirectoryNode directory = trie.findDirectory(path);
        return directory != null
                        && directory.id() == row.id().value()
                        && directory.ownsChildren
                        && entries <= policy.maxListing()
                ? directory
                : null;
    }

    /** Keeps an entry of a directory, if it may be kept; null if not. */
    @Nullable
    Node admitChild(INode child, DirectoryNode directory, FsPath path) {
        return child instanceof Directory below
                ? admitDirectory(below, directory, path.child(below.name()))
                : admitFile((RegularFile) child, directory);
    }

    /** Keeps that these are all entries of a directory. */
    void keepListing(DirectoryNode directory, List<Node> nodes) {
        trie.change(directory, () -> directory.keepListing(new CachedListing(nodes, ++listings)));
    }

    void shrink() {
        trie.shrinkTo(policy.capacityBytes());
    }

    /** Notes that a directory has more entries than may be kept. */
    public void admitTooLong(FsPath path) {
        DirectoryNode directory = trie.findDirectory(path);
        if (directory != null) {
            directory.tooLong = true;
        }
    }

    /** Keeps the times of a directory at the path or one level below it, if it is kept and its row says so. */
    public void admitTimes(FsPath path, Directory row) {
        DirectoryNode at = trie.findDirectory(path);
        Node node = at != null && at.id() != row.id().value() ? at.find(row.name()) : at;
        if (node instanceof DirectoryNode directory && directory.isOf(row)) {
            keepTimes(directory, row, ownsTimes(directory));
            trie.shrinkTo(policy.capacityBytes());
        }
    }

    private boolean ownsTimes(DirectoryNode directory) {
        DirectoryNode parent = directory.parent;
        return parent == null ? ownership.ownsRoot() : parent.ownsChildren;
    }

    /**
     * Whether a file that is about to be kept is the second of its directory, so that the rest had better be read
     * ahead. That is the second file where only one is kept, or the second file of a listing with its blocks.
     */
    boolean invitesReadAhead(FsPath file, boolean withBlocks) {
        DirectoryNode directory = file.isRoot() ? null : trie.findDirectory(file.parent());
        if (directory == null || !hasRoomToReadAhead()) {
            return false;
        }
        CachedListing listing = directory.listing();
        return listing == null
                ? directory.find(file.name()) == null && directory.invitesReadAhead()
                : withBlocks
                        && listing.nodes().length <= ReadAhead.MOST_ENTRIES
                        && listing.isSecondWithBlocks(file.name());
    }

    boolean hasRoomToReadAhead() {
        return trie.bytes() <= policy.capacityBytes() * ROOM;
    }

    boolean ownsListing(FsPath path) {
        return ownership.ownsChildrenOf(path);
    }

    /** Notes that somebody asked for the times of a directory; returns it if it is time to mark its row. */
    List<INodeId> missTimes(FsPath path) {
        DirectoryNode directory = trie.findDirectory(path);
        return directory != null && ownsTimes(directory) && directory.missTimes()
                ? List.of(directory.inodeId())
                : List.of();
    }

    /**
     * As {@link #missTimes}, for the directories among so many entries of a listing from this one on; not too many altogether.
     *
     * @param unmarked takes them
     * @return whether there are more entries to look at
     */
    boolean missTimesOfChildren(FsPath path, int from, int count, List<INodeId> unmarked) {
        DirectoryNode directory = trie.findDirectory(path);
        CachedListing listing = directory == null ? null : directory.listing();
        Node[] nodes = listing == null ? new Node[0] : listing.nodes();
        int end = Math.min(nodes.length, from + count);
        for (int i = from; i < end && unmarked.size() < MAX_MARKED; i++) {
            if (nodes[i] instanceof DirectoryNode child && child.missTimes()) {
                unmarked.add(child.inodeId());
            }
        }
        return end < nodes.length && unmarked.size() < MAX_MARKED;
    }

    /**
     * Keeps the blocks of a file, if it is kept and they are at rest.
     *
     * @param replicas of all the blocks, each with its own; null if they were not read
     */
    public void admitBlocks(FsPath path, RegularFile row, List<BlockInfo> blocks, @Nullable ReadReplicas replicas) {
        if (!(trie.find(path) instanceof FileNode file) || !file.isOf(row)) {
            return;
        }
        CachedBlocks known = CachedBlocks.of(blocks);
        if (known == null) {
            return;
        }
        CachedLocations locations = replicas == null
                ? null
                : CachedLocations.of(
                        known, replicas.of(blocks), row.replication(), replicas.atNanos(), interning::storage);
        trie.change(file, () -> {
            file.keepBlocks(known);
            if (locations != null) {
                file.keepLocations(locations);
            }
        });
        trie.shrinkTo(policy.capacityBytes());
    }

    /**
     * Replicas as they were read.
     *
     * @param byBlock those of each block that has some
     * @param atNanos when, on the ticker that readers compare with
     */
    public record ReadReplicas(Map<BlockId, List<Replica>> byBlock, long atNanos) {
        List<List<Replica>> of(List<BlockInfo> blocks) {
            return blocks.stream()
                    .map(block -> byBlock.getOrDefault(block.id(), List.of()))
                    .toList();
        }
    }
}
