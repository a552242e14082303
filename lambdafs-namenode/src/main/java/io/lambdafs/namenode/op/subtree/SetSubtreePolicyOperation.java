package io.lambdafs.namenode.op.subtree;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.encryption.EncryptionZones;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.HeldSubtrees;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.VolumePlaces;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.subtree.SubtreePolicy;
import io.lambdafs.wire.subtree.VolumePolicy;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Sets the policy of a directory, or takes it away. For its owner and superusers. To caches it is a change like one of the
 * directory's permission: what is below resolves as before.
 */
final class SetSubtreePolicyOperation implements WriteOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public FsPath subject(BytesValue request) {
        FsPath path = FsPath.parse(PolicyMessages.request(request).path());
        ReservedNames.requireChangeable(path);
        return path;
    }

    @Override
    public LockHints foresee(BytesValue request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        String policy = canonical(PolicyMessages.request(request).policy());
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        PermissionChecker.ofOwner(call).requireTraverse(at).requireOwner(at);
        if (!(at.last() instanceof Directory directory)) {
            throw new FsException(ErrorCode.PATH_IS_NOT_DIRECTORY, at.path() + " is not a directory");
        }
        Features features = directory.attributes().features();
        SubtreeMark mark = features.subtree();
        if (mark.isDecoupled()) {
            throw new FsException(
                    ErrorCode.SUBTREE_BUSY,
                    "The policy of " + at.path() + " cannot change while " + mark.holder()
                            + " holds it apart from the namespace: merge or discard it first.");
        }
        if (!mark.policy().equals(policy)) {
            if (mark.isVolume()) {
                throw VolumePlaces.refusal(at.path(), "it stays one with the policy that it has until it is removed.");
            }
            if (VolumePolicy.isOne(policy)) {
                makeVolume(tx, at);
            }
            tx.inodes()
                    .update(directory.withAttributes(
                            directory.attributes().withFeatures(features.withSubtree(mark.withPolicy(policy)))));
            changes.permissionChanged(at.path(), directory);
        }
        return BytesValue.getDefaultInstance();
    }

    private static void makeVolume(Transaction tx, ResolvedPath at) {
        if (tx.volumes().isEmpty()) {
            throw new FsException(
                    ErrorCode.UNSUPPORTED_OPERATION,
                    "The store of this file system has no volumes: start one with the embedded store.");
        }
        if (at.path().isRoot() || tx.inodes().hasChildren(at.last().id())) {
            throw new FsException(
                    ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY,
                    at.path() + " cannot become a volume: name an empty directory below the root.");
        }
        Features features = at.last().attributes().features();
        if (features.hasQuota() || features.snapshots().snapshottable()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    at.path() + " cannot become a volume: it has a quota or may have snapshots.");
        }
        HeldSubtrees.requireNoneOnTheWay(at);
        EncryptionZones.in(tx).requireNoneAtOrBelow(at, "it cannot become a volume.");
        VolumePlaces.add(tx, at.last().id());
    }

    private static String canonical(String policy) {
        if (policy.isEmpty()) {
            return "";
        }
        try {
            return VolumePolicy.isOne(policy)
                    ? VolumePolicy.ofText(policy).toText()
                    : SubtreePolicy.ofText(policy).toText();
        } catch (IllegalArgumentException e) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }
}
