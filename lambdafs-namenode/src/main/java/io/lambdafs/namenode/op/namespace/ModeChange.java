package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Acl;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.inotify.EventBytes;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The change of the mode or of the access control list of one file or directory by its owner. */
record ModeChange(CallContext call, Transaction tx, ChangeSet changes) {
    /**
     * Locks what the path names, and replaces its attributes.
     *
     * @param replacement makes the new attributes of the inode; may refuse
     * @throws io.lambdafs.fs.FsException if nothing is there, or the caller does not own it
     */
    void at(FsPath path, Function<INode, Attributes> replacement) {
        ResolvedPath at = PathLocks.in(tx).lock(path, LockScope.TARGET);
        PermissionChecker checker = PermissionChecker.ofOwner(call).requireTraverse(at);
        checker.requireOwner(at);
        INode inode = at.last();
        Attributes changed = replacement.apply(inode);
        if (!changed.equals(inode.attributes())) {
            tx.inodes().update(inode.withAttributes(changed));
            changes.permissionChanged(at.path(), inode);
            changes.happens(event(at.path(), inode.attributes(), changed));
        }
    }

    private static EventBytes event(FsPath path, Attributes before, Attributes after) {
        Acl acl = after.features().acl();
        return acl.equals(before.features().acl())
                ? NamespaceEvents.permissionSet(path, after.permission())
                : NamespaceEvents.aclSet(
                        path,
                        Stream.concat(acl.accessEntries().stream(), acl.defaultEntries().stream())
                                .toList());
    }
}
