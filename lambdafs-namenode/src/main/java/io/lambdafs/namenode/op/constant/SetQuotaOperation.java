package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * setQuota: accepts what leaves a directory without a quota, as all are: not to set one, or to clear it. Real quotas are
 * refused.
 */
final class SetQuotaOperation implements ReadOperation<SetQuotaRequestProto, SetQuotaResponseProto> {
    /** The number by which HDFS's clients leave a quota as it is. */
    private static final long UNCHANGED = Long.MAX_VALUE;

    /** The number by which they remove it. */
    private static final long CLEARED = -1;

    @Override
    public Parser<SetQuotaRequestProto> parser() {
        return SetQuotaRequestProto.parser();
    }

    @Override
    public SetQuotaResponseProto execute(CallContext call, Transaction tx, SetQuotaRequestProto request) {
        long names = request.getNamespaceQuota();
        long space = request.getStoragespaceQuota();
        PermissionChecker checker = new PermissionChecker(call).requireSuperuser(command(names, space));
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(request.getPathBytes()));
        checker.requireTraverse(at);
        requireValid(names, space);
        requireDirectory(at);
        if (at.path().isRoot() && names == CLEARED) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "Cannot clear namespace quota on root.");
        }
        if (isSet(names) || isSet(space)) {
            throw new FsException(
                    ErrorCode.UNSUPPORTED_OPERATION,
                    "Quotas not supported: " + at.path() + " cannot get one of "
                            + (isSet(names) ? names + " names" : space + " bytes"));
        }
        return SetQuotaResponseProto.getDefaultInstance();
    }

    /** As HDFS calls it in its refusal. */
    private static String command(long names, long space) {
        if (names == CLEARED && space == UNCHANGED) {
            return "clearQuota";
        }
        if (names == UNCHANGED && space == CLEARED) {
            return "clearSpaceQuota";
        }
        return space == UNCHANGED ? "setQuota" : "setSpaceQuota";
    }

    private static void requireValid(long names, long space) {
        if (names < CLEARED || space < CLEARED) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "Illegal value for nsQuota or ssQuota : " + names + " and " + space);
        }
    }

    private static void requireDirectory(ResolvedPath at) {
        if (!at.requireExists("Directory does not exist: ").isDirectory()) {
            throw new FsException(ErrorCode.PATH_IS_NOT_DIRECTORY, at.path().toString());
        }
    }

    private static boolean isSet(long quota) {
        return quota != UNCHANGED && quota != CLEARED;
    }
}
