package io.lambdafs.store.ndb;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Locks inodes by their ids.
 *
 * <p>All are asked for in one batch that waits for no lock, by the keys under which the transaction has seen them. In
 * the usual case that is all. Those that another transaction holds, or that are not where they were, are then locked
 * one after another in the order given, and each lock is waited for. So transactions that agree on an order do not
 * deadlock, though the rows of one batch are locked in any order.
 */
final class INodeLocks {
    private final NdbAccess access;
    private final KnownINodes known;
    private final INodePlaces places;
    private final FeatureRows features;

    INodeLocks(NdbAccess access, KnownINodes known) {
        this.access = access;
        this.known = known;
        places = new INodePlaces(access);
        features = new FeatureRows(access);
    }

    List<INode> lock(List<RowLock> locks) {
        Map<INodeId, LockMode> strongest = new LinkedHashMap<>();
        locks.forEach(lock ->
                strongest.merge(lock.inode(), lock.mode(), (one, other) -> one.compareTo(other) > 0 ? one : other));
        Map<INodeId, INode> rows = lockAtOnce(strongest);
        strongest.forEach((id, mode) -> {
            if (!rows.containsKey(id)) {
                waitFor(id, mode).ifPresent(inode -> rows.put(id, inode));
            }
        });
        return locks.stream()
                .map(RowLock::inode)
                .filter(rows::containsKey)
                .map(rows::get)
                .toList();
    }

    private Map<INodeId, INode> lockAtOnce(Map<INodeId, LockMode> modes) {
        List<INodeId> unseen =
                modes.keySet().stream().filter(id -> known.keyOf(id).isEmpty()).toList();
        if (!unseen.isEmpty()) {
            places.keysOf(unseen).forEach(known::saw);
        }
        OperationBatch batch = new OperationBatch();
        Map<INodeId, Read<NdbINodeRows.Stored>> reads = new LinkedHashMap<>();
        modes.forEach((id, mode) -> {
            ReadLock lock = switch (mode) {
                case NONE -> ReadLock.NONE;
                case SHARED -> ReadLock.SHARED_NOW;
                case EXCLUSIVE -> ReadLock.EXCLUSIVE_NOW;
            };
            known.keyOf(id).ifPresent(key -> reads.put(id, INodePlaces.readAt(batch, key, lock)));
        });
        access.lock(batch);
        Map<INodeId, INode> rows = new LinkedHashMap<>();
        complete(INodePlaces.rowsOf(reads), modes).forEach(inode -> rows.put(inode.id(), inode));
        return rows;
    }

    /** With their features; those that were changed meanwhile because they are not locked are left out. */
    private List<INode> complete(List<NdbINodeRows.Stored> rows, Map<INodeId, LockMode> modes) {
        return features
                .completeLocked(
                        rows,
                        id -> modes.getOrDefault(id, LockMode.NONE) == LockMode.NONE ? ReadLock.NONE : ReadLock.SHARED)
                .stream()
                .flatMap(Optional::stream)
                .map(inode -> remember(inode, modes.getOrDefault(inode.id(), LockMode.NONE)))
                .toList();
    }

    private INode remember(INode inode, LockMode mode) {
        switch (mode) {
            case NONE -> known.saw(inode.id(), inode.key());
            case SHARED -> known.locked(inode);
            case EXCLUSIVE -> known.lockedExclusively(inode);
        }
        return inode;
    }

    /** Locks one inode wherever it is; empty if it does not exist. One that has gone from its place may have moved. */
    Optional<INode> waitFor(INodeId id, LockMode mode) {
        ReadLock lock = switch (mode) {
            case NONE -> ReadLock.NONE;
            case SHARED -> ReadLock.SHARED;
            case EXCLUSIVE -> ReadLock.EXCLUSIVE;
        };
        for (int move = 0; move < INodePlaces.MOST_MOVES; move++) {
            INodeKey key = places.keysOf(List.of(id)).get(id);
            if (key == null) {
                return Optional.empty();
            }
            OperationBatch batch = new OperationBatch();
            Read<NdbINodeRows.Stored> read = INodePlaces.readAt(batch, key, lock);
            access.lock(batch);
            List<INode> found = complete(INodePlaces.rowsOf(Map.of(id, read)), Map.of(id, mode));
            if (!found.isEmpty()) {
                return Optional.of(found.get(0));
            }
        }
        throw access.fail(Kind.CONFLICT, "an inode was moved or changed again and again");
    }
}
