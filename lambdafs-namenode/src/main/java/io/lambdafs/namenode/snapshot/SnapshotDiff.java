package io.lambdafs.namenode.snapshot;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The differences below a directory between two moments, in HDFS's order. They are sorted by the paths of what changed.
 * Of a directory, the new entries come first, then the removed ones.
 *
 * <p>What changed after the earlier snapshot is found from the changes that were kept, not by a walk or by listing directories: the cost is
 * that of the changes and of the directories above them.
 */
public final class SnapshotDiff {
    /** The number that stands for the present. */
    public static final int NOW = Integer.MAX_VALUE;

    private static final int PAGE = 1000;

    private final Transaction tx;
    private final INodeId scope;
    private final int first;
    private final int second;
    private final boolean reversed;

    /**
     * A difference.
     *
     * @param scope the directory below which it is looked for
     * @param from the number of a snapshot, or {@link #NOW}
     * @param to the number of another one, or {@link #NOW}
     */
    public SnapshotDiff(Transaction tx, INodeId scope, int from, int to) {
        this.tx = tx;
        this.scope = scope;
        this.reversed = from > to;
        this.first = Math.min(from, to);
        this.second = Math.max(from, to);
    }

    /**
     * An entry of a directory that came or went.
     *
     * @param elsewhere where it was before it came, or is after it went, relative to the directory that is looked at; empty if it was
     *     made, or is gone
     */
    public record Entry(INodeId inode, Name name, Optional<List<Name>> elsewhere) {}

    /**
     * A file or a directory that was there at both moments and changed between.
     *
     * @param path where it was at the earlier moment, relative to the directory that is looked at
     * @param came what is in it at the later moment and was not there at the earlier one, in HDFS's order
     * @param went what was in it at the earlier moment and is not there at the later one, in HDFS's order
     */
    public record Change(List<Name> path, INodeId inode, boolean directory, List<Entry> came, List<Entry> went) {
        public Change {
            path = List.copyOf(path);
            came = List.copyOf(came);
            went = List.copyOf(went);
        }
    }

    /** Whether the difference leads from the later moment to the earlier one: what came, went, and the reverse. */
    public boolean isReversed() {
        return reversed;
    }

    /**
     * All changes.
     *
     * @param root the directory of which the snapshots are
     */
    public List<Change> changes(INodeId root) {
        Map<INodeId, List<SnapshotVersions.Change>> candidates = candidates(root);
        DiffRows earlier = new DiffRows(tx, scope, first, candidates);
        DiffRows later = new DiffRows(tx, scope, second, candidates);
        load(candidates.keySet(), earlier, later);
        Map<INodeId, List<Entry>> came = new HashMap<>();
        Map<INodeId, List<Entry>> went = new HashMap<>();
        Set<INodeId> changed = new LinkedHashSet<>(candidates.keySet());
        for (INodeId id : candidates.keySet()) {
            Optional<INode> then = earlier.inode(id);
            Optional<INode> now = later.inode(id);
            if (!then.map(INode::key).equals(now.map(INode::key))) {
                then.ifPresent(inode -> add(went, inode, later.path(id)));
                now.ifPresent(inode -> add(came, inode, earlier.path(id)));
            }
        }
        changed.addAll(came.keySet());
        changed.addAll(went.keySet());
        TreeMap<List<Name>, Change> found = new TreeMap<>(SnapshotDiff::comparePaths);
        for (INodeId id : changed) {
            Optional<List<Name>> path = earlier.path(id);
            if (path.isPresent() && later.path(id).isPresent()) {
                INode then = earlier.inode(id).orElseThrow();
                INode now = later.inode(id).orElseThrow();
                List<Entry> in = came.getOrDefault(id, List.of());
                List<Entry> out = went.getOrDefault(id, List.of());
                if (differs(then, now) || !in.isEmpty() || !out.isEmpty()) {
                    found.put(path.get(), new Change(path.get(), id, then.isDirectory(), sorted(in), sorted(out)));
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** What changed after the earlier moment, with its changes in the order of snapshots. */
    private Map<INodeId, List<SnapshotVersions.Change>> candidates(INodeId root) {
        SnapshotVersions versions = new SnapshotVersions(tx);
        Map<INodeId, List<SnapshotVersions.Change>> found = new LinkedHashMap<>();
        for (long from = SnapshotVersions.firstOf(first); ; ) {
            List<SnapshotVersions.Change> page = versions.changes(root, from, PAGE);
            page.forEach(change -> found.computeIfAbsent(change.inode(), any -> new ArrayList<>(1))
                    .add(change));
            if (page.size() < PAGE) {
                return found;
            }
            from = page.get(page.size() - 1).label() + 1;
        }
    }

    /**
     * Reads inodes and what leads to them, level by level. The present rows are read first: what changes between has its version by
     * then.
     */
    private void load(Set<INodeId> ids, DiffRows earlier, DiffRows later) {
        Set<INodeId> known = new HashSet<>();
        Set<INodeId> level = ids;
        while (!level.isEmpty()) {
            Map<INodeId, INode> present = present(List.copyOf(level));
            earlier.add(level, present);
            later.add(level, present);
            known.addAll(level);
            Set<INodeId> above = new LinkedHashSet<>();
            for (INodeId id : level) {
                earlier.inode(id).map(INode::parent).ifPresent(above::add);
                later.inode(id).map(INode::parent).ifPresent(above::add);
            }
            above.removeAll(known);
            above.removeIf(id -> id.compareTo(INodeId.ATTIC) <= 0);
            level = above;
        }
    }

    private Map<INodeId, INode> present(List<INodeId> ids) {
        Map<INodeId, INode> found = new HashMap<>();
        for (int from = 0; from < ids.size(); from += PAGE) {
            tx.inodes()
                    .get(ids.subList(from, Math.min(ids.size(), from + PAGE)))
                    .forEach(inode -> found.put(inode.id(), inode));
        }
        return found;
    }

    private static void add(Map<INodeId, List<Entry>> entries, INode inode, Optional<List<Name>> elsewhere) {
        entries.computeIfAbsent(inode.parent(), any -> new ArrayList<>())
                .add(new Entry(inode.id(), inode.name(), elsewhere));
    }

    /** In the order of signed bytes, as HDFS has entries. */
    private static List<Entry> sorted(List<Entry> entries) {
        return entries.stream()
                .sorted((one, other) -> Name.compareSigned(one.name(), other.name()))
                .toList();
    }

    /** The path of an entry of the directory at this path. */
    public static List<Name> child(List<Name> parent, Name name) {
        List<Name> path = new ArrayList<>(parent);
        path.add(name);
        return path;
    }

    /** Whether HDFS calls it modified, apart from its entries: times do not count. */
    private static boolean differs(INode then, INode now) {
        if (then instanceof RegularFile one && now instanceof RegularFile other) {
            if (one.length() != other.length() || one.replication() != other.replication()) {
                return true;
            }
        }
        Attributes before = then.attributes();
        Attributes after = now.attributes();
        Features had = before.features();
        Features has = after.features();
        return !before.owner().equals(after.owner())
                || !before.group().equals(after.group())
                || !before.permission().equals(after.permission())
                || !had.acl().equals(has.acl())
                || had.storagePolicy() != has.storagePolicy()
                || !had.xAttrs().equals(has.xAttrs());
    }

    private static int comparePaths(List<Name> one, List<Name> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int difference = Name.compareSigned(one.get(i), other.get(i));
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(one.size(), other.size());
    }
}
