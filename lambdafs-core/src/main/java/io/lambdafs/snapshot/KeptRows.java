package io.lambdafs.snapshot;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.fs.SnapshotState.Witness;
import io.lambdafs.snapshot.SnapshotVersions.Cause;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction knows of the rows that it changes, and what it keeps of them for snapshots. Used by one thread.
 *
 * <p>The rule is copy on write, by row. If the latest snapshot of a directory above a row shows the row as it is, that
 * version is kept before the row is changed, moved or removed. A removed inode stays in the attic, with its blocks and
 * with all that is below it, for as long as a snapshot shows it.
 */
final class KeptRows {
    private final Transaction tx;
    private final List<List<? extends INode>> chains = new ArrayList<>(2);
    private final Map<INodeId, INode> locked = new HashMap<>();
    private final Map<INodeId, INode> present = new HashMap<>();
    private final Map<INodeId, List<Witness>> above = new HashMap<>();
    private final Set<INodeId> staying = new HashSet<>();
    private final Map<INodeId, Integer> onTheWay = new HashMap<>();
    private final Map<INodeId, Set<Integer>> snapshots = new HashMap<>();
    private @Nullable Boolean anySnapshot;
    private boolean climbs;

    KeptRows(Transaction tx) {
        this.tx = tx;
    }

    void leadingTo(List<INode> chain) {
        chains.add(chain);
    }

    void locked(List<INode> rows) {
        rows.forEach(row -> locked.put(row.id(), row));
    }

    boolean isInSnapshot(INode inode) {
        INode before = present.getOrDefault(inode.id(), inode);
        return !showing(before).isEmpty() || (state(before).kept() && new SnapshotVersions(tx).exist(inode.id()));
    }

    /** The row to insert: it says since when it is there. */
    INode inserted(INode inode) {
        List<Witness> seeing = ofParent(inode.parent());
        INode row = inode;
        if (!seeing.isEmpty()) {
            row = with(inode, state(inode).withSince(latest(seeing)));
            arrived(inode.id(), seeing, Cause.MADE);
        }
        present.put(inode.id(), row);
        if (inode.isDirectory()) {
            above.put(inode.id(), seeing);
        }
        return row;
    }

    /** The row to write, after the version was kept if a snapshot shows it. */
    INode changed(INode after) {
        INode before = before(after.id());
        if (before == null || onlyMarksDiffer(before, after)) {
            present.put(after.id(), after);
            return after;
        }
        List<Witness> left = witnesses(before);
        boolean moved = !after.key().equals(before.key());
        SnapshotState kept = keep(before);
        SnapshotState told = state(after);
        SnapshotState state =
                new SnapshotState(told.snapshottable(), told.latest(), kept.since(), kept.kept(), kept.witnesses());
        INode row = with(after, state);
        if (moved && after.parent().equals(INodeId.DELETED)) {
            row = isNeeded(after.id(), state) ? inAttic(with(before, state)) : row;
        } else if (moved) {
            List<Witness> entered = ofParent(after.parent());
            row = with(after, moved(state, left, entered));
            arrived(after.id(), withoutKnown(entered, left), Cause.MOVED);
        }
        present.put(after.id(), row);
        return row;
    }

    /* What moves below one directory is among its changes already: it came there after a snapshot, or a version was kept. */
    private static List<Witness> withoutKnown(List<Witness> some, List<Witness> known) {
        return some.stream()
                .filter(witness -> known.stream()
                        .noneMatch(other -> other.root().equals(witness.root()) && other.latest() >= witness.latest()))
                .toList();
    }

    private void arrived(INodeId id, List<Witness> seeing, Cause cause) {
        List<Witness> present =
                seeing.stream().filter(witness -> hasSnapshotAfter(witness, 0)).toList();
        new SnapshotVersions(tx).arrived(id, present, cause);
    }

    /** Forgets that an inode came after a snapshot, since it goes and no snapshot shows it. */
    void gone(INodeId id) {
        INode before = before(id);
        if (before == null || state(before).since() == 0) {
            return;
        }
        List<Witness> seeing = ofParent(before.parent());
        if (!seeing.isEmpty()) {
            new SnapshotVersions(tx).departed(id, seeing, state(before).since());
        }
    }

    /** Keeps the version before something of the inode is changed that is not in its row. */
    void changing(INodeId id) {
        INode before = before(id);
        if (before != null) {
            present.put(id, with(before, keep(before)));
        }
    }

    /** The row that stays where this one is to be deleted, after its version was kept; empty if nothing need stay. */
    Optional<INode> removed(INodeId id) {
        if (!staysWhenRemoved(id)) {
            return Optional.empty();
        }
        INode before = before(id);
        if (before == null) {
            throw new IllegalStateException("inode " + id + " stays, and is not known");
        }
        INode row = inAttic(with(before, keep(before)));
        present.put(id, row);
        return Optional.of(row);
    }

    /** Whether a snapshot needs what is to be deleted: then its row goes to the attic, and its blocks stay. */
    boolean staysWhenRemoved(INodeId id) {
        if (staying.contains(id)) {
            return true;
        }
        INode before = before(id);
        boolean stays = before != null && (!showing(before).isEmpty() || isNeeded(id, state(before)));
        if (stays) {
            staying.add(id);
        }
        return stays;
    }

    private boolean isNeeded(INodeId id, SnapshotState state) {
        return state.kept() && (staying.contains(id) || new SnapshotVersions(tx).exist(id));
    }

    /** Keeps the version if a snapshot shows it; the state that the row has from now on. */
    private SnapshotState keep(INode before) {
        List<Witness> showing = showing(before);
        if (showing.isEmpty()) {
            return state(before);
        }
        new SnapshotVersions(tx).keep(before, showing);
        staying.add(before.id());
        return state(before).withKept().withSince(latest(showing));
    }

    /** The witnesses of which a snapshot shows the row as it is. */
    private List<Witness> showing(INode before) {
        int since = state(before).since();
        return witnesses(before).stream()
                .filter(witness -> hasSnapshotAfter(witness, since))
                .toList();
    }

    /* What is below a directory that was moved remembers snapshots that may have been deleted since. */
    private boolean hasSnapshotAfter(Witness witness, int since) {
        if (witness.latest() <= since) {
            return false;
        }
        return Integer.valueOf(witness.latest()).equals(onTheWay.get(witness.root()))
                || snapshots.computeIfAbsent(witness.root(), root -> new SnapshotVersions(tx).numbers(root)).stream()
                        .anyMatch(number -> number > since && number <= witness.latest());
    }

    /* Snapshots of the directories that it leaves still see what is below it, wherever it goes. */
    private SnapshotState moved(SnapshotState state, List<Witness> left, List<Witness> entered) {
        SnapshotState there = state.withSince(Math.max(state.since(), latest(entered)));
        if (!state.kept()) {
            return there;
        }
        return there.withWitnesses(withoutKnown(left, entered).stream()
                .filter(witness -> hasSnapshotAfter(witness, 0))
                .toList());
    }

    private static INode inAttic(INode inode) {
        INode closed = inode instanceof RegularFile file ? file.closed() : inode;
        return closed.withKey(new INodeKey(INodeId.ATTIC, Name.of(inode.id().toString())));
    }

    private static boolean onlyMarksDiffer(INode before, INode after) {
        if (before instanceof Directory one && after instanceof Directory other) {
            return one.asObserved().equals(other.asObserved());
        }
        return before.equals(after);
    }

    /** The row as the transaction has it: as it wrote it, or as it was when it was locked; null if it has no need to know. */
    private @Nullable INode before(INodeId id) {
        INode written = present.get(id);
        if (written != null) {
            return written;
        }
        INode row = locked.get(id);
        if (row == null && anySnapshot()) {
            row = tx.inodes().get(id).orElse(null);
        }
        return row;
    }

    /** The directories whose snapshots may show this row: those above it, and itself. */
    private List<Witness> witnesses(INode inode) {
        return and(ofParent(inode.parent()), inode);
    }

    private List<Witness> ofParent(INodeId parent) {
        List<Witness> known = above.get(parent);
        if (known == null) {
            known = find(parent);
            above.put(parent, known);
        }
        return known;
    }

    private List<Witness> find(INodeId parent) {
        for (List<? extends INode> chain : chains) {
            for (int depth = 0; depth < chain.size(); depth++) {
                if (chain.get(depth).id().equals(parent)) {
                    return along(chain.subList(0, depth + 1));
                }
            }
        }
        return parent.equals(INodeId.NONE) ? List.of() : ofClimb(parent);
    }

    /*
     * Nobody tells this transaction of a snapshot that is taken. Allowing snapshots of a directory, and taking the first of all, lock the
     * root exclusively. So with the root locked, there is none to come of a directory that has none.
     */
    private List<Witness> ofClimb(INodeId directory) {
        if (!climbs) {
            tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.SHARED)));
            climbs = true;
            anySnapshot = null;
        }
        return anySnapshot() ? along(climb(directory)) : List.of();
    }

    private List<Witness> along(List<? extends INode> chain) {
        List<Witness> all = List.of();
        for (INode inode : chain) {
            all = and(all, inode);
        }
        return all;
    }

    private List<Witness> and(List<Witness> above, INode inode) {
        SnapshotState state = state(inode);
        if (state.latest() == 0 && state.witnesses().isEmpty()) {
            return above;
        }
        List<Witness> all = SnapshotState.union(above, state.witnesses());
        if (state.latest() == 0) {
            return all;
        }
        onTheWay.put(inode.id(), state.latest());
        return SnapshotState.union(all, List.of(new Witness(inode.id(), state.latest())));
    }

    /*
     * For transactions that have a row by its id alone. A directory of which snapshots may be taken is locked, so that no snapshot is
     * taken before the transaction ends. The two do not deadlock: what takes a snapshot needs no row that this transaction holds.
     */
    private List<INode> climb(INodeId directory) {
        Deque<INode> chain = new ArrayDeque<>();
        INodeId next = directory;
        while (!next.equals(INodeId.NONE)) {
            Optional<INode> found = tx.inodes().get(next);
            if (found.isPresent() && state(found.get()).snapshottable()) {
                found = tx.inodes().lock(List.of(new RowLock(next, LockMode.SHARED))).stream()
                        .findFirst();
            }
            if (found.isEmpty()) {
                // Nobody can reach it any more.
                return List.of();
            }
            chain.addFirst(found.get());
            next = found.get().parent();
        }
        return List.copyOf(chain);
    }

    private boolean anySnapshot() {
        Boolean any = anySnapshot;
        if (any == null) {
            any = SnapshotVersions.latest(tx) > 0;
            anySnapshot = any;
        }
        return any;
    }

    private static SnapshotState state(INode inode) {
        return inode.attributes().features().snapshots();
    }

    private static INode with(INode inode, SnapshotState state) {
        if (state.equals(state(inode))) {
            return inode;
        }
        return inode.withAttributes(
                inode.attributes().withFeatures(inode.attributes().features().withSnapshots(state)));
    }

    private static int latest(List<Witness> witnesses) {
        return witnesses.stream()
                .map(Witness::latest)
                .max(Comparator.naturalOrder())
                .orElse(0);
    }
}
