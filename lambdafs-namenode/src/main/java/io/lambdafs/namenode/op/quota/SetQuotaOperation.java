package io.lambdafs.namenode.op.quota;

import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.VolumePlaces;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.namenode.quota.UseCounter;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.storage.StorageType;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * setQuota: limits the names, the space, or the space on one type of storages below a directory.
 *
 * <p>All writes below have ended while it counts what is used, and none begins until it is done. As on HDFS, a limit may be less
 * than what is used.
 */
final class SetQuotaOperation implements WriteOperation<SetQuotaRequestProto, SetQuotaResponseProto> {
    /** The number by which HDFS's clients leave a quota as it is. */
    private static final long UNCHANGED = Long.MAX_VALUE;

    /** The number by which they remove it. */
    private static final long CLEARED = QuotaCounts.UNLIMITED;

    private final FeatureConfig config;

    SetQuotaOperation(FeatureConfig config) {
        this.config = config;
    }

    @Override
    public Parser<SetQuotaRequestProto> parser() {
        return SetQuotaRequestProto.parser();
    }

    @Override
    public FsPath subject(SetQuotaRequestProto request) {
        return RequestText.pathToChange(request.getPathBytes());
    }

    @Override
    public LockHints foresee(SetQuotaRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public SetQuotaResponseProto execute(
            CallContext call, Transaction tx, SetQuotaRequestProto request, ChangeSet changes) {
        PermissionChecker checker = new PermissionChecker(call);
        if (!config.ownersSetQuotas()) {
            checker.requireSuperuser(command(request));
        }
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        checker.requireTraverse(at);
        if (config.ownersSetQuotas()) {
            checker.requireOwnerOfParent(at);
        }
        requireValid(request);
        if (at.isAtOrInVolume()) {
            throw VolumePlaces.refusal(at.path(), "quotas do not count what is in it.");
        }
        INode directory = requireDirectory(at, request);
        QuotaCounts present = directory.attributes().features().quota();
        QuotaCounts limits = changed(directory, request);
        if (!limits.equals(present)) {
            set(tx, at, limits, changes);
        }
        return SetQuotaResponseProto.getDefaultInstance();
    }

    private static void set(Transaction tx, ResolvedPath at, QuotaCounts limits, ChangeSet changes) {
        INode directory = at.last();
        changes.resolutionChanged(at.path(), directory);
        changes.requireQuiesced();
        Features features = directory.attributes().features().withQuota(limits);
        tx.inodes().update(directory.withAttributes(directory.attributes().withFeatures(features)));
        if (features.hasQuota()) {
            QuotaLedger.open(tx, directory.id(), limits, UseCounter.count(tx, at));
        } else {
            QuotaLedger.close(tx, directory.id());
        }
    }

    /** The limits after the change. */
    private static QuotaCounts changed(INode directory, SetQuotaRequestProto request) {
        QuotaCounts limits = directory.attributes().features().quota();
        long names = request.getNamespaceQuota();
        long space = request.getStoragespaceQuota();
        if (request.hasStorageType()) {
            StorageType type = StorageType.named(request.getStorageType().name());
            long limit = space == UNCHANGED ? Quotas.limits(directory).space() : space;
            return limits.with(type.quotaDimension(), limit);
        }
        QuotaCounts named = names == UNCHANGED ? limits : limits.with(QuotaCounts.NAMES, names);
        return space == UNCHANGED ? named : named.with(QuotaCounts.SPACE, space);
    }

    /** As HDFS calls it in its refusal. */
    private static String command(SetQuotaRequestProto request) {
        long names = request.getNamespaceQuota();
        long space = request.getStoragespaceQuota();
        if (names == CLEARED && space == UNCHANGED) {
            return "clearQuota";
        }
        if (names == UNCHANGED && space == CLEARED) {
            return "clearSpaceQuota";
        }
        return space == UNCHANGED ? "setQuota" : "setSpaceQuota";
    }

    private static void requireValid(SetQuotaRequestProto request) {
        long names = request.getNamespaceQuota();
        long space = request.getStoragespaceQuota();
        if (names < CLEARED || space < CLEARED) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "Illegal value for nsQuota or ssQuota : " + names + " and " + space);
        }
        if (request.hasStorageType() && names != UNCHANGED) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Failed to set quota by storage type because eitherdfs.quota.by.storage.type.enabled is set to"
                            + " true or nsQuota value is illegal " + names);
        }
    }

    private static INode requireDirectory(ResolvedPath at, SetQuotaRequestProto request) {
        INode directory = at.requireExists("Directory does not exist: ");
        if (!directory.isDirectory()) {
            throw new FsException(ErrorCode.PATH_IS_NOT_DIRECTORY, at.path().toString());
        }
        if (directory.id().equals(INodeId.ROOT) && request.getNamespaceQuota() == CLEARED) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "Cannot clear namespace quota on root.");
        }
        return directory;
    }
}
