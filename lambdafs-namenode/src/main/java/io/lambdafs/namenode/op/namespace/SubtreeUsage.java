package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeWalk;
import io.lambdafs.namenode.quota.UseCounter;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.Transaction;
import java.util.List;

/**
 * What a subtree holds. Counted while others change it, so the sums are those of no single moment, as in HDFS.
 *
 * <p>Every directory in it must be readable and executable for the caller.
 */
final class SubtreeUsage {
    private final PermissionChecker checker;
    private final UseCounter counter;
    private final boolean live;
    private QuotaCounts used = QuotaCounts.ZERO;
    private long length;
    private long files;
    private long directories;

    private SubtreeUsage(PermissionChecker checker, UseCounter counter, boolean live) {
        this.checker = checker;
        this.counter = counter;
        this.live = live;
    }

    /** The usage at an existing path, with what volumes have. */
    static SubtreeUsage of(Transaction tx, PermissionChecker checker, ResolvedPath path) {
        SubtreeUsage usage = begun(tx, checker, path);
        SubtreeWalk.belowWithVolumes(tx, path, (parent, child) -> usage.add(child, parent.path()));
        return usage.ended();
    }

    /** As {@link #of}, for the usage of a quota, of which a volume uses one name: as HDFS does, it refuses those whom a sticky bit keeps from an entry. */
    static SubtreeUsage ofQuota(Transaction tx, PermissionChecker checker, ResolvedPath path) {
        SubtreeUsage usage = begun(tx, checker, path);
        SubtreeWalk.below(tx, path, (parent, child) -> {
            if (checker.isStuck(parent.inode(), child)) {
                throw checker.stickyRefusal(parent.path().child(child.name()), child, parent.inode());
            }
            usage.add(child, parent.path());
        });
        return usage.ended();
    }

    private static SubtreeUsage begun(Transaction tx, PermissionChecker checker, ResolvedPath path) {
        List<INode> above = path.chain().subList(0, path.chain().size() - 1);
        SubtreeUsage usage = new SubtreeUsage(
                checker, new UseCounter(tx, path.last(), StoragePolicies.numberFor(above)), path.snapshot() == 0);
        usage.add(path.last(), path.path().parent());
        return usage;
    }

    private SubtreeUsage ended() {
        used = counter.counted();
        return this;
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

    /** What counts against quotas; a block that is being written counts as full. */
    QuotaCounts used() {
        return used;
    }

    private void add(INode inode, FsPath parent) {
        counter.add(inode);
        if (inode instanceof RegularFile file) {
            files++;
            length += file.length();
            return;
        }
        directories++;
        FsPath path = inode.name().length() == 0 ? FsPath.ROOT : parent.child(inode.name());
        if (live) {
            checker.requireNotBlocked(path, inode);
        }
        if (!checker.allows(inode, Access.READ_EXECUTE)) {
            throw checker.refusal(path, inode, Access.READ_EXECUTE);
        }
    }
}
