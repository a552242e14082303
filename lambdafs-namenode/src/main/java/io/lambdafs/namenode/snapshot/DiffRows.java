package io.lambdafs.namenode.snapshot;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.snapshot.SnapshotVersion;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.snapshot.SnapshotVersions.Cause;
import io.lambdafs.snapshot.SnapshotVersions.Change;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.PathSyntax;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The inodes that a comparison is about, and those above them, as they were at one of its moments. Versions are read in batches. */
final class DiffRows {
    private final INodeId scope;
    private final int snapshot;
    private final SnapshotVersions versions;
    private final Map<INodeId, List<Change>> changes;
    private final Map<INodeId, Optional<INode>> inodes = new HashMap<>();
    private final Map<INodeId, Optional<List<Name>>> paths = new HashMap<>();

    /**
     * None yet.
     *
     * @param scope the directory to which paths are relative
     * @param snapshot the number of the moment's snapshot, or {@link SnapshotDiff#NOW}
     * @param changes what changed after the earlier moment, in the order of snapshots
     */
    DiffRows(Transaction tx, INodeId scope, int snapshot, Map<INodeId, List<Change>> changes) {
        this.scope = scope;
        this.snapshot = snapshot;
        this.versions = new SnapshotVersions(tx);
        this.changes = changes;
    }

    /** Adds these inodes, whose present rows are known. */
    void add(Collection<INodeId> ids, Map<INodeId, INode> present) {
        Map<INodeId, Integer> kept = new HashMap<>();
        for (INodeId id : ids) {
            INode row = present.get(id);
            if (row != null && row.attributes().features().snapshots().since() < snapshot) {
                put(id, Optional.of(row));
            } else if (snapshot == SnapshotDiff.NOW || wasMadeLater(id)) {
                put(id, Optional.empty());
            } else {
                firstKept(id).ifPresent(until -> kept.put(id, until));
            }
        }
        versions.until(kept).forEach((id, version) -> {
            if (version.isShownBy(snapshot)) {
                put(id, Optional.of(version.inode()));
            }
        });
        // Of what a snapshot of another directory shows too, the version may have another number.
        for (INodeId id : ids) {
            if (!inodes.containsKey(id)) {
                put(id, versions.at(id, snapshot).map(SnapshotVersion::inode));
            }
        }
    }

    private boolean wasMadeLater(INodeId id) {
        return changes.getOrDefault(id, List.of()).stream()
                .anyMatch(change -> change.cause() == Cause.MADE && change.snapshot() >= snapshot);
    }

    private Optional<Integer> firstKept(INodeId id) {
        return changes.getOrDefault(id, List.of()).stream()
                .map(Change::snapshot)
                .filter(number -> number >= snapshot)
                .findFirst();
    }

    /* A comparison shows no file as being written. */
    private void put(INodeId id, Optional<INode> inode) {
        inodes.put(
                id,
                inode.map(row -> row instanceof RegularFile file && file.isUnderConstruction() ? file.closed() : row));
    }

    /** The inode as it was; empty if it was not there, or is not one that was added. */
    Optional<INode> inode(INodeId id) {
        return inodes.getOrDefault(id, Optional.empty());
    }

    /** Where an inode was below the directory; empty if it was not. */
    Optional<List<Name>> path(INodeId id) {
        if (id.equals(scope)) {
            return inode(id).map(any -> List.of());
        }
        Optional<List<Name>> found = paths.get(id);
        if (found == null) {
            // So that damaged rows do not lead in a circle for ever.
            paths.put(id, Optional.empty());
            found = inode(id)
                    .filter(inode -> inode.parent().compareTo(INodeId.ATTIC) > 0)
                    .flatMap(inode -> path(inode.parent())
                            .filter(above -> above.size() < PathSyntax.MAX_PATH_DEPTH)
                            .map(above -> SnapshotDiff.child(above, inode.name())));
            paths.put(id, found);
        }
        return found;
    }
}
