package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import java.util.function.UnaryOperator;

/** The change of the mode of one file or directory by its owner, in a write transaction. */
record ModeChange(CallContext call, Transaction tx, ChangeSet changes) {
    /**
     * Locks what the path names, and replaces its mode.
     *
     * @param replacement makes the new mode of the present one; may refuse
     * @throws io.lambdafs.fs.FsException if nothing is there, or the caller does not own it
     */
    void at(FsPath path, UnaryOperator<Permission> replacement) {
        ResolvedPath at = PathLocks.in(tx).lock(path, LockScope.TARGET);
        PermissionChecker checker = PermissionChecker.ofOwner(call).requireTraverse(at);
        checker.requireOwner(at);
        INode inode = at.last();
        Permission mode = replacement.apply(inode.attributes().permission());
        if (!mode.equals(inode.attributes().permission())) {
            tx.inodes().update(inode.withAttributes(inode.attributes().withPermission(mode)));
            changes.permissionChanged(at.path(), inode);
        }
    }
}
