package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.op.snapshot.SnapshottableDirectories;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeAccess;
import io.lambdafs.store.Detail;
import io.lambdafs.store.Transaction;
import java.util.List;

/** The writing half of what removes an entry from a directory. */
public final class Removal {
    private final CallContext call;
    private final Transaction tx;
    private final ChangeSet changes;

    private Removal(CallContext call, Transaction tx, ChangeSet changes) {
        this.call = call;
        this.tx = tx;
        this.changes = changes;
    }

    public static Removal of(CallContext call, Transaction tx, ChangeSet changes) {
        return new Removal(call, tx, changes);
    }

    /**
     * Refuses to remove what the path names, with all below it, as a recursive deletion of it would be refused. Of the directory above
     * nothing is checked.
     *
     * @param path exists, is not the root, and is locked as an entry
     * @param subtree whether it is a directory that has something
     */
    public void requireRemovable(
            PermissionChecker checker, NamespaceLimits limits, ResolvedPath path, boolean subtree) {
        checker.requireNotStuck(path);
        SnapshottableDirectories.requireNoSnapshotsOf(path);
        if (subtree) {
            SnapshottableDirectories.in(tx).requireNoSnapshots(path);
            changes.resolutionChanged(path.path(), path.last());
            changes.requireQuiesced();
            SubtreeAccess.requireRemovable(tx, checker, path);
            new ProtectedDirectories(limits).requireUnprotected(tx, path);
        }
    }

    /**
     * Removes what the path names: a file with its blocks, an empty directory, or a subtree, which is detached.
     *
     * @param path exists, is not the root, and is locked as an entry
     */
    public void remove(ResolvedPath path, boolean subtree) {
        touch(path);
        discard(path, subtree);
        changes.happens(NamespaceEvents.unlinked(path.path(), call.nowMillis()));
    }

    /** As {@link #remove}, but leaves the parent's time alone: it gets another entry in the same transaction. */
    public void discard(ResolvedPath path, boolean subtree) {
        INode inode = path.last();
        if (subtree) {
            Name name = Name.of(inode.id().toString());
            tx.inodes().update(inode.withKey(new INodeKey(INodeId.DELETED, name)));
            changes.resolutionChanged(path.path(), inode);
            changes.detached(inode.id());
            return;
        }
        if (!inode.isDirectory()) {
            tx.blocks().deleteOfFiles(List.of(inode.id()));
        }
        tx.inodes().delete(List.of(inode.id()));
        Detail.deleteOf(tx, List.of(inode));
        changes.resolutionChanged(path.path(), inode);
    }

    private void touch(ResolvedPath path) {
        Directory parent = path.requireParent();
        tx.inodes().update(parent.withEntries(-1, call.nowMillis()));
        changes.timesChanged(path.path().parent(), parent);
    }
}
