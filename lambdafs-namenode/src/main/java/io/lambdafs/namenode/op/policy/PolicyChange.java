package io.lambdafs.namenode.op.policy;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;

/**
 * The change of the storage policy of one file or directory, as HDFS does it.
 *
 * <p>The policy that a child shows depends on the policies above it, but no NameNode caches it. A status is made from
 * the inodes on the path, and the encoding of a listing is kept by the policy that applies to the directory. So the
 * change of a directory's policy concerns the caches no more than a change of its permission does.
 */
final class PolicyChange {
    static final String MISSING = "File/Directory does not exist: ";

    private final CallContext call;
    private final FsPath path;
    private final int number;

    /**
     * A change.
     *
     * @param number that of the policy; {@link Features#UNSPECIFIED} takes away what was set
     */
    PolicyChange(CallContext call, FsPath path, int number) {
        this.call = call;
        this.path = path;
        this.number = number;
    }

    static void requireEnabled(FeatureConfig config, String what) {
        if (!config.storagePolicies()) {
            throw new FsException(
                    ErrorCode.IO_ERROR, "Failed to " + what + " since dfs.storage.policy.enabled is set to false.");
        }
    }

    /** Whether everything is as it would be after the change. */
    boolean changesNothing(ReadView view) {
        ResolvedPath at = PathLookup.in(view).resolveToList(path);
        return changed(at).equals(at.last().attributes());
    }

    void execute(Transaction tx, ChangeSet changes) {
        ResolvedPath at = PathLocks.in(tx).lock(path, LockScope.TARGET);
        Attributes changed = changed(at);
        INode inode = at.last();
        if (!changed.equals(inode.attributes())) {
            Quotas.policyChanged(tx, at, changed, changes);
            tx.inodes().update(inode.withAttributes(changed));
            changes.permissionChanged(at.path(), inode);
        }
    }

    private Attributes changed(ResolvedPath at) {
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.WRITE);
        INode inode = at.requireExists(MISSING);
        Features features = inode.attributes().features();
        if (!inode.isDirectory()) {
            requireChangeable(features.storagePolicy());
        }
        return inode.attributes().withFeatures(features.withStoragePolicy(number));
    }

    private void requireChangeable(int present) {
        StoragePolicy wanted = StoragePolicies.numbered(number);
        if (wanted.fixedAtCreation()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "Policy " + wanted + " cannot be set after file creation.");
        }
        StoragePolicy existing = StoragePolicies.numbered(present);
        if (existing.fixedAtCreation()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Existing policy " + existing.name() + " cannot be changed after file creation.");
        }
    }
}
