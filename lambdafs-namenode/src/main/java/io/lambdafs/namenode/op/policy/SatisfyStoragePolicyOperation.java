package io.lambdafs.namenode.op.policy;

import io.lambdafs.fs.FsPath;
import io.lambdafs.housekeeping.PolicyRequests;
import io.lambdafs.housekeeping.PolicyRequests.Request;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SatisfyStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SatisfyStoragePolicyResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * satisfyStoragePolicy: asks the housekeeping to move the replicas of a file, or of all files below a directory, to storages that
 * fit their policies. Nothing is locked: a file that is removed meanwhile leaves a request that comes to nothing.
 */
final class SatisfyStoragePolicyOperation
        implements WriteOperation<SatisfyStoragePolicyRequestProto, SatisfyStoragePolicyResponseProto> {
    private final FeatureConfig config;

    SatisfyStoragePolicyOperation(FeatureConfig config) {
        this.config = config;
    }

    @Override
    public Parser<SatisfyStoragePolicyRequestProto> parser() {
        return SatisfyStoragePolicyRequestProto.parser();
    }

    @Override
    public FsPath subject(SatisfyStoragePolicyRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public SatisfyStoragePolicyResponseProto execute(
            CallContext call, Transaction tx, SatisfyStoragePolicyRequestProto request, ChangeSet changes) {
        PolicyChange.requireEnabled(config, "satisfy storage policy");
        ResolvedPath at = PathLocks.in(tx).resolve(subject(request));
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.WRITE);
        new PolicyRequests(tx).put(Request.of(at.requireExists("cannot find ").id()));
        return SatisfyStoragePolicyResponseProto.getDefaultInstance();
    }
}
