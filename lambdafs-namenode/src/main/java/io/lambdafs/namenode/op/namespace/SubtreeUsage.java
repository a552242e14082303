package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeWalk;
import io.lambdafs.store.Transaction;

/**
 * What a subtree holds. Counted while others change it, so the sums are those of no single moment, as in HDFS.
 *
 * <p>Every directory in it must be readable and executable for the caller.
 */
final class SubtreeUsage {
    private final PermissionChecker checker;
    private long length;
    private long files;
    private long directories;
    private long space;

    private SubtreeUsage(PermissionChecker checker) {
        this.checker = checker;
    }

    /** The usage at an existing path. */
    static SubtreeUsage of(Transaction tx, PermissionChecker checker, ResolvedPath path) {
        SubtreeUsage usage = new SubtreeUsage(checker);
        usage.add(path.last(), path.path().parent());
        SubtreeWalk.below(tx, path, (parent, child) -> usage.add(child, parent.path()));
        return usage;
    }

    /** Bytes of content. */
    long length() {
        return length;
    }

    long files() {
        return files;
    }

    /** Number of directories, the root of the subtree included. */
    long directories() {
        return directories;
    }

    /** Bytes of content, each as often as its file asks for replicas. */
    long space() {
        return space;
    }

    private void add(INode inode, FsPath parent) {
        if (inode instanceof RegularFile file) {
            files++;
            length += file.length();
            space += file.length() * file.replication();
            return;
        }
        directories++;
        if (!checker.allows(inode, Access.READ_EXECUTE)) {
            FsPath path = inode.name().length() == 0 ? FsPath.ROOT : parent.child(inode.name());
            throw checker.refusal(path, inode, Access.READ_EXECUTE);
        }
    }
}
