package io.lambdafs.namenode.op.namespace;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeWalk;
import io.lambdafs.store.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a subtree holds. Counted while others change it, so the sums are those of no single moment, as in HDFS.
 *
 * <p>Every directory in it must be readable and executable for the caller.
 */
final class SubtreeUsage {
    static final long NO_QUOTA = -1;

    /** Open files whose blocks are read at once. */
    private static final int OPEN_FILES = 1000;

    private final PermissionChecker checker;
    private final Map<INodeId, RegularFile> open = new HashMap<>();
    private final long quota;
    private long length;
    private long files;
    private long directories;
    private long space;

    private SubtreeUsage(PermissionChecker checker, long quota) {
        this.checker = checker;
        this.quota = quota;
    }

    /** The usage at an existing path. */
    static SubtreeUsage of(Transaction tx, PermissionChecker checker, ResolvedPath path) {
        return of(tx, checker, path, (parent, child) -> {});
    }

    /** As {@link #of}, for the usage of a quota: as HDFS does, it refuses those whom a sticky bit keeps from an entry. */
    static SubtreeUsage ofQuota(Transaction tx, PermissionChecker checker, ResolvedPath path) {
        return of(tx, checker, path, (parent, child) -> {
            if (checker.isStuck(parent.inode(), child)) {
                throw checker.stickyRefusal(parent.path().child(child.name()), child, parent.inode());
            }
        });
    }

    private static SubtreeUsage of(
            Transaction tx, PermissionChecker checker, ResolvedPath path, SubtreeWalk.Visitor rule) {
        SubtreeUsage usage = new SubtreeUsage(checker, path.path().isRoot() ? Long.MAX_VALUE : NO_QUOTA);
        usage.add(tx, path.last(), path.path().parent());
        SubtreeWalk.below(tx, path, (parent, child) -> {
            rule.visit(parent, child);
            usage.add(tx, child, parent.path());
        });
        usage.addOpen(tx);
        return usage;
    }

    /** How many files and directories there may be: what HDFS says of the root, which has a quota that nobody set. */
    long quota() {
        return quota;
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

    /** Bytes of content, each as often as its file asks for replicas; a block that is being written counts as full. */
    long space() {
        return space;
    }

    private void add(Transaction tx, INode inode, FsPath parent) {
        if (inode instanceof RegularFile file) {
            files++;
            length += file.length();
            if (file.isUnderConstruction()) {
                open.put(file.id(), file);
            } else {
                space += file.length() * file.replication();
            }
            if (open.size() == OPEN_FILES) {
                addOpen(tx);
            }
            return;
        }
        directories++;
        if (!checker.allows(inode, Access.READ_EXECUTE)) {
            FsPath path = inode.name().length() == 0 ? FsPath.ROOT : parent.child(inode.name());
            throw checker.refusal(path, inode, Access.READ_EXECUTE);
        }
    }

    /** The space of open files, as their blocks show it. */
    private void addOpen(Transaction tx) {
        if (open.isEmpty()) {
            return;
        }
        for (BlockInfo block : tx.blocks().ofFiles(List.copyOf(open.keySet()))) {
            RegularFile file = Objects.requireNonNull(open.get(block.file()), "a block of another file");
            long bytes = block.state() == BlockState.COMPLETE ? block.block().length() : file.blockSize();
            space += bytes * file.replication();
        }
        open.clear();
    }
}
