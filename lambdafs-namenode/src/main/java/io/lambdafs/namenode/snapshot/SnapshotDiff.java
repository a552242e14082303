package io.lambdafs.namenode.snapshot;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.PathSyntax;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What differs below a directory between two moments, in HDFS's order: by the paths of what changed; of a directory first what
 * came, then what went.
 *
 * <p>What changed after the earlier snapshot is found from the changes that were kept, not by a walk: the cost is that of the
 * changes and of listing the directories whose entries changed.
 */
public final class SnapshotDiff {
    /** The number that stands for the present. */
    public static final int NOW = Integer.MAX_VALUE;

    private static final int PAGE = 1000;

    private final Transaction tx;
    private final INodeId scope;
    private final SnapshotMoment earlier;
    private final SnapshotMoment later;
    private final boolean reversed;
    private final int first;
    private final Map<INodeId, Optional<List<Name>>> pathsThen = new HashMap<>();
    private final Map<INodeId, Optional<List<Name>>> pathsNow = new HashMap<>();

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
        this.earlier = new SnapshotMoment(tx, first);
        this.later = new SnapshotMoment(tx, Math.max(from, to));
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
        TreeMap<List<Name>, Change> changed = new TreeMap<>(SnapshotDiff::comparePaths);
        for (INodeId id : candidates(root, first)) {
            Optional<List<Name>> path = path(earlier, pathsThen, id);
            if (path.isPresent() && path(later, pathsNow, id).isPresent()) {
                change(id, path.get()).ifPresent(change -> changed.put(path.get(), change));
            }
        }
        return List.copyOf(changed.values());
    }

    private Set<INodeId> candidates(INodeId root, int first) {
        SnapshotVersions versions = new SnapshotVersions(tx);
        Set<INodeId> found = new LinkedHashSet<>();
        for (long from = SnapshotVersions.firstOf(first); ; ) {
            List<SnapshotVersions.Change> page = versions.changes(root, from, PAGE);
            page.forEach(change -> found.add(change.inode()));
            if (page.size() < PAGE) {
                return found;
            }
            from = page.get(page.size() - 1).label() + 1;
        }
    }

    /** The path of an entry of the directory at this path. */
    public static List<Name> child(List<Name> parent, Name name) {
        List<Name> path = new ArrayList<>(parent);
        path.add(name);
        return path;
    }

    /** Where an inode was below the directory; empty if it was not. */
    private Optional<List<Name>> path(SnapshotMoment moment, Map<INodeId, Optional<List<Name>>> known, INodeId id) {
        if (id.equals(scope)) {
            return Optional.of(List.of());
        }
        Optional<List<Name>> found = known.get(id);
        if (found == null) {
            // So that damaged rows do not lead in a circle for ever.
            known.put(id, Optional.empty());
            found = moment.inode(id)
                    .filter(inode -> inode.parent().compareTo(INodeId.ATTIC) > 0)
                    .flatMap(inode -> path(moment, known, inode.parent())
                            .filter(above -> above.size() < PathSyntax.MAX_PATH_DEPTH)
                            .map(above -> child(above, inode.name())));
            known.put(id, found);
        }
        return found;
    }

    private Optional<Change> change(INodeId id, List<Name> path) {
        INode then = earlier.inode(id).orElseThrow();
        INode now = later.inode(id).orElseThrow();
        List<INode> before = then.isDirectory() ? earlier.children(id) : List.of();
        List<INode> after = then.isDirectory() ? later.children(id) : List.of();
        List<Entry> came = without(after, before).stream()
                .map(inode -> entry(inode, path(earlier, pathsThen, inode.id())))
                .toList();
        List<Entry> went = without(before, after).stream()
                .map(inode -> entry(inode, path(later, pathsNow, inode.id())))
                .toList();
        return differs(then, now) || !came.isEmpty() || !went.isEmpty()
                ? Optional.of(new Change(path, id, then.isDirectory(), came, went))
                : Optional.empty();
    }

    private static Entry entry(INode inode, Optional<List<Name>> elsewhere) {
        return new Entry(inode.id(), inode.name(), elsewhere);
    }

    /** In the order of signed bytes, as HDFS has entries. */
    private static List<INode> without(List<INode> some, List<INode> others) {
        Map<INodeId, Name> there = new HashMap<>();
        others.forEach(inode -> there.put(inode.id(), inode.name()));
        return some.stream()
                .filter(inode -> !inode.name().equals(there.get(inode.id())))
                .sorted((one, other) -> Name.compareSigned(one.name(), other.name()))
                .toList();
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
