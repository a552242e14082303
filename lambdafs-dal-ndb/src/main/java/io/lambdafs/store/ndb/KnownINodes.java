package io.lambdafs.store.ndb;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a transaction knows of inodes. It knows the keys under which it has seen them, so that it need not look them up
 * by their ids. It also knows the rows that it holds locked, which nobody else can change.
 */
final class KnownINodes {
    private final Map<INodeId, INodeKey> seen = new HashMap<>();
    private final Map<INodeId, INode> locked = new HashMap<>();
    private final Set<INodeId> exclusive = new HashSet<>();
    private final Set<INodeId> unsettled = new HashSet<>();

    List<INode> saw(List<INode> inodes) {
        inodes.forEach(inode -> seen.put(inode.id(), inode.key()));
        return inodes;
    }

    void saw(INodeId id, INodeKey key) {
        seen.put(id, key);
    }

    void locked(INode inode) {
        seen.put(inode.id(), inode.key());
        locked.put(inode.id(), inode);
    }

    void lockedExclusively(INode inode) {
        locked(inode);
        exclusive.add(inode.id());
    }

    boolean isLockedExclusively(INodeId id) {
        return exclusive.contains(id);
    }

    /** Notes that the row, or that of the features, is inserted or deleted with the next round trip. */
    void unsettled(INode inode) {
        locked(inode);
        unsettled.add(inode.id());
    }

    /** Whether an insertion or a deletion of one of the inode's rows may still wait. */
    boolean isUnsettled(INodeId id) {
        return unsettled.contains(id);
    }

    void gone(INodeId id) {
        seen.remove(id);
        locked.remove(id);
    }

    Optional<INodeKey> keyOf(INodeId id) {
        return Optional.ofNullable(seen.get(id));
    }

    Optional<INode> lockedRow(INodeId id) {
        return Optional.ofNullable(locked.get(id));
    }
}
