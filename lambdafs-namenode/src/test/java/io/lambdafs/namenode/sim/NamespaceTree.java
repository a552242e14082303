package io.lambdafs.namenode.sim;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.sim.decoupling.SubtreeLedger;
import io.lambdafs.namenode.snapshot.Snapshot;
import io.lambdafs.namenode.snapshot.SnapshotList;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A state of the namespace as its users see it: each path, with what is there but for its number and its times.
 *
 * @param entries by path
 */
record NamespaceTree(Map<String, String> entries) {
    private static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));

    /**
     * Reads a state.
     *
     * @throws SimFailure if an inode or a block hangs on nothing
     */
    static NamespaceTree of(InMemoryDatabase state) {
        Map<INodeId, List<INode>> children = new HashMap<>();
        List<INode> inodes = state.inodes();
        inodes.forEach(inode -> children.computeIfAbsent(inode.parent(), id -> new ArrayList<>())
                .add(inode));
        Map<String, String> entries = new TreeMap<>();
        INode root = requireNonNull(children.get(INodeId.NONE), "the root").get(0);
        Map<INodeId, String> snapshots = snapshots(state, inodes);
        int visible = 1 + add("", root.id(), children, snapshots, entries);
        entries.put("/", describe(root));
        int detached = add("(deleted)", INodeId.DELETED, children, Map.of(), new TreeMap<>());
        int kept = add("(attic)", INodeId.ATTIC, children, Map.of(), new TreeMap<>());
        int hidden = SubtreeLedger.hidden(state, children);
        if (visible + detached + kept + hidden != inodes.size()) {
            throw new SimFailure("of " + inodes.size() + " inodes " + visible + " are visible, " + detached
                    + " detached and " + kept + " kept for snapshots: the others are orphans: " + inodes);
        }
        Set<INodeId> numbers = inodes.stream().map(INode::id).collect(Collectors.toSet());
        state.blocks().stream()
                .filter(block -> !numbers.contains(block.file()))
                .findFirst()
                .ifPresent(block -> {
                    throw new SimFailure("a block of no file: " + block);
                });
        return new NamespaceTree(entries);
    }

    /** How many inodes are kept for snapshots. */
    static int kept(InMemoryDatabase state) {
        Map<INodeId, List<INode>> children = new HashMap<>();
        state.inodes()
                .forEach(inode -> children.computeIfAbsent(inode.parent(), id -> new ArrayList<>())
                        .add(inode));
        return add("(attic)", INodeId.ATTIC, children, Map.of(), new TreeMap<>());
    }

    /** The names of the snapshots of directories that have some. */
    private static Map<INodeId, String> snapshots(InMemoryDatabase state, List<INode> inodes) {
        List<INode> roots = inodes.stream()
                .filter(inode -> inode.attributes().features().snapshots().latest() > 0)
                .toList();
        Map<INodeId, String> names = new HashMap<>();
        if (!roots.isEmpty()) {
            try (InMemoryMetadataStore store = new InMemoryMetadataStore(state, AT_ONCE);
                    Transaction tx = store.beginRead()) {
                for (INode root : roots) {
                    List<Snapshot> present = new SnapshotList(tx, root.id()).byName();
                    names.put(
                            root.id(),
                            " snapshots " + present.stream().map(Snapshot::name).toList());
                }
            }
        }
        return names;
    }

    private static int add(
            String path,
            INodeId directory,
            Map<INodeId, List<INode>> children,
            Map<INodeId, String> snapshots,
            Map<String, String> entries) {
        int count = 0;
        for (INode inode : children.getOrDefault(directory, List.of())) {
            String here = path + "/" + inode.name();
            if (entries.put(here, describe(inode) + snapshots.getOrDefault(inode.id(), "")) != null) {
                throw new SimFailure("two inodes are called " + here);
            }
            count += 1 + add(here, inode.id(), children, snapshots, entries);
        }
        return count;
    }

    static String describe(INode inode) {
        Attributes attributes = inode.attributes();
        String common = attributes.permission() + " " + attributes.owner() + ":" + attributes.group()
                + of(attributes.features());
        return inode instanceof RegularFile file
                ? "file " + common + " " + file.length() + " x" + file.replication()
                        + file.writer()
                                .map(writer -> " open by " + writer.clientName())
                                .orElse("")
                : "dir " + common
                        + (attributes.features().snapshots().snapshottable() ? " may have snapshots" : "")
                        + (attributes.features().hasQuota()
                                ? " " + attributes.features().quota()
                                : "");
    }

    private static String of(Features features) {
        return (features.acl().isNone() ? "" : " " + features.acl().entries())
                + (features.storagePolicy() == Features.UNSPECIFIED ? "" : " policy " + features.storagePolicy());
    }

    /** Where this one differs from another one. */
    String difference(NamespaceTree other) {
        Map<String, String> out = new TreeMap<>();
        entries.forEach((path, what) -> {
            if (!what.equals(other.entries.get(path))) {
                out.put(path, what + " instead of " + other.entries.get(path));
            }
        });
        other.entries.forEach((path, what) -> {
            if (!entries.containsKey(path)) {
                out.put(path, "nothing instead of " + what);
            }
        });
        return out.toString();
    }
}
