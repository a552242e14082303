package io.lambdafs.store.sql;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Inodes that a transaction locked when it began, because they were named to it; as they are until it changes one itself. */
final class ForeseenINodes {
    private final Map<INodeKey, Locked> byKey = new LinkedHashMap<>();

    /** What has a key, and how it is locked. */
    private record Locked(LockMode mode, Optional<INode> inode) {}

    /** Notes that this is what the lock found. */
    void locked(KeyLock lock, Optional<INode> found) {
        byKey.merge(lock.key(), new Locked(lock.mode(), found), (first, second) -> first);
    }

    /** They may be others now. */
    void forget() {
        byKey.clear();
    }

    /** The inode with this key, if it was found. */
    Optional<INode> at(INodeKey key) {
        return Optional.ofNullable(byKey.get(key)).flatMap(Locked::inode);
    }

    /** The inodes with these keys, if it is known of each whether there is one. */
    Optional<List<INode>> find(List<INodeKey> keys) {
        List<INode> found = new ArrayList<>(keys.size());
        for (INodeKey key : keys) {
            Locked locked = byKey.get(key);
            if (locked == null || (locked.inode().isEmpty() && !isLocked(key.parent()))) {
                return Optional.empty();
            }
            locked.inode().ifPresent(found::add);
        }
        return Optional.of(found);
    }

    /*
     * A transaction that adds an entry holds the directory EXCLUSIVE, so a name that was absent under its lock still
     * is.
     */
    private boolean isLocked(INodeId directory) {
        return byKey.values().stream()
                .flatMap(locked -> locked.inode().stream())
                .anyMatch(inode -> inode.id().equals(directory));
    }

    /** The inodes that are to be locked, if all of them are. */
    Optional<List<INode>> lock(List<RowLock> locks) {
        List<INode> rows = new ArrayList<>(locks.size());
        for (RowLock wish : locks) {
            Optional<INode> row = byKey.values().stream()
                    .filter(locked -> locked.mode().compareTo(wish.mode()) >= 0)
                    .flatMap(locked -> locked.inode().stream())
                    .filter(inode -> inode.id().equals(wish.inode()))
                    .findFirst();
            if (row.isEmpty()) {
                return Optional.empty();
            }
            rows.add(row.get());
        }
        return Optional.of(rows);
    }
}
