package io.lambdafs.namenode.op.namespace;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;

/** The directories that the cluster's operator protects from being deleted or moved with their content. */
final class ProtectedDirectories {
    private final NamespaceLimits limits;

    ProtectedDirectories(NamespaceLimits limits) {
        this.limits = requireNonNull(limits, "limits");
    }

    /** Refuses to remove or move a directory that is not empty, if it, one below it or one above it is protected. */
    void requireUnprotected(Transaction tx, ResolvedPath at) {
        if (limits.protectedDirectories().isEmpty() || !at.exists() || !isFullDirectory(tx, at.last())) {
            return;
        }
        FsPath path = at.path();
        if (limits.protectedDirectories().contains(path)) {
            throw refusal("non-empty protected directory", path);
        }
        limits.protectedDirectories().stream()
                .filter(below -> below.startsWith(path))
                .forEach(below -> requireEmpty(tx, below));
        if (limits.protectsSubdirectories()) {
            requireNoneAbove(path);
        }
    }

    /*
     * A transaction that makes an entry holds the directory EXCLUSIVE: held SHARED here, an empty directory stays
     * empty.
     */
    private static void requireEmpty(Transaction tx, FsPath path) {
        List<INode> chain = tx.inodes().resolve(path.components());
        if (chain.size() <= path.depth()) {
            return;
        }
        RowLock held = new RowLock(chain.get(path.depth()).id(), LockMode.SHARED);
        for (INode inode : tx.inodes().lock(List.of(held))) {
            if (isFullDirectory(tx, inode)) {
                throw refusal("non-empty protected subdirectory", path);
            }
        }
    }

    private void requireNoneAbove(FsPath path) {
        for (int depth = path.depth() - 1; depth >= 0; depth--) {
            if (limits.protectedDirectories().contains(path.prefix(depth))) {
                throw refusal("subdirectory under protected subdirectory", path.prefix(depth));
            }
        }
    }

    private static boolean isFullDirectory(Transaction tx, INode inode) {
        return inode.isDirectory() && tx.inodes().hasChildren(inode.id());
    }

    private static FsException refusal(String what, FsPath path) {
        return new FsException(ErrorCode.ACCESS_DENIED, "Cannot delete/rename " + what + " " + path);
    }
}
