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
        this.earlier = new SnapshotMoment(tx, Math.min(from, to));
        this.later = new SnapshotMoment(tx, Math.max(from, to));
    }

    /** What happened, with HDFS's letters. */
    public enum Type {
        CREATE("+"),
        DELETE("-"),
        MODIFY("M"),
        RENAME("R");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        /** What stands for it in messages. */
        public String label() {
            return label;
        }
    }

    /**
     * One difference.
     *
     * @param path relative to the directory
     * @param target where it was moved to; of a move only
     */
    public record Entry(Type type, List<Name> path, Optional<List<Name>> target) {
        public Entry {
            path = List.copyOf(path);
        }
    }

    /**
     * All differences.
     *
     * @param root the directory of which the snapshots are
     * @param first the number of the earlier snapshot
     */
    public List<Entry> entries(INodeId root, int first) {
        TreeMap<List<Name>, Node> changed = new TreeMap<>(SnapshotDiff::comparePaths);
        for (INodeId id : candidates(root, first)) {
            Optional<List<Name>> path = path(earlier, pathsThen, id);
            if (path.isPresent() && path(later, pathsNow, id).isPresent()) {
                node(id).filter(Node::isChanged).ifPresent(node -> changed.put(path.get(), node));
            }
        }
        List<Entry> entries = new ArrayList<>();
        changed.forEach((path, node) -> {
            entries.add(new Entry(Type.MODIFY, path, Optional.empty()));
            node.came().forEach(inode -> addCame(entries, path, inode));
            node.went().forEach(inode -> addWent(entries, path, inode));
        });
        return entries;
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

    private void addCame(List<Entry> entries, List<Name> parent, INode inode) {
        if (path(earlier, pathsThen, inode.id()).isEmpty()) {
            entries.add(new Entry(reversed ? Type.DELETE : Type.CREATE, child(parent, inode.name()), Optional.empty()));
        }
    }

    private void addWent(List<Entry> entries, List<Name> parent, INode inode) {
        List<Name> source = child(parent, inode.name());
        Optional<List<Name>> target = path(later, pathsNow, inode.id());
        if (target.isEmpty()) {
            entries.add(new Entry(reversed ? Type.CREATE : Type.DELETE, source, Optional.empty()));
        } else if (reversed) {
            entries.add(new Entry(Type.RENAME, target.get(), Optional.of(source)));
        } else {
            entries.add(new Entry(Type.RENAME, source, target));
        }
    }

    private static List<Name> child(List<Name> parent, Name name) {
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

    private Optional<Node> node(INodeId id) {
        INode then = earlier.inode(id).orElseThrow();
        INode now = later.inode(id).orElseThrow();
        if (!then.isDirectory()) {
            return Optional.of(new Node(differs(then, now), List.of(), List.of()));
        }
        List<INode> before = earlier.children(id);
        List<INode> after = later.children(id);
        return Optional.of(new Node(differs(then, now), without(after, before), without(before, after)));
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

    /** Something that was there at both moments. */
    private record Node(boolean modified, List<INode> came, List<INode> went) {
        boolean isChanged() {
            return modified || !came.isEmpty() || !went.isEmpty();
        }
    }
}
