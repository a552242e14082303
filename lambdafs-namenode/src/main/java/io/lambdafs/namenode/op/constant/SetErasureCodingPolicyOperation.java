package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.SetErasureCodingPolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.SetErasureCodingPolicyResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * setErasureCodingPolicy: accepts plain replication, which MapReduce asks for on its staging directory and which every
 * directory has; there is no other policy.
 */
final class SetErasureCodingPolicyOperation
        implements ReadOperation<SetErasureCodingPolicyRequestProto, SetErasureCodingPolicyResponseProto> {
    private static final String REPLICATION = "replication";

    @Override
    public Parser<SetErasureCodingPolicyRequestProto> parser() {
        return SetErasureCodingPolicyRequestProto.parser();
    }

    @Override
    public SetErasureCodingPolicyResponseProto execute(
            CallContext call, Transaction tx, SetErasureCodingPolicyRequestProto request) {
        if (!request.getEcPolicyName().equals(REPLICATION)) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Policy '" + request.getEcPolicyName()
                            + "' does not match any enabled erasure coding policies: []. Only '" + REPLICATION
                            + "' is supported.");
        }
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(request.getSrcBytes()));
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        boolean isDirectory = at.requireExists("Path not found: ").isDirectory();
        checker.requireTarget(at, Access.WRITE);
        if (!isDirectory) {
            throw new FsException(
                    ErrorCode.IO_ERROR, "Attempt to set an erasure coding policy for a file " + at.path());
        }
        return SetErasureCodingPolicyResponseProto.getDefaultInstance();
    }
}
