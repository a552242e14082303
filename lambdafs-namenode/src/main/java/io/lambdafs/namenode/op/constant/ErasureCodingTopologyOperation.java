package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetECTopologyResultForPoliciesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetECTopologyResultForPoliciesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ECTopologyVerifierResultProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getECTopologyResultForPolicies: the DataNodes are enough for all enabled policies, because there are none. */
final class ErasureCodingTopologyOperation
        implements ReadOperation<
                GetECTopologyResultForPoliciesRequestProto, GetECTopologyResultForPoliciesResponseProto> {
    private static final GetECTopologyResultForPoliciesResponseProto ENOUGH =
            GetECTopologyResultForPoliciesResponseProto.newBuilder()
                    .setResponse(ECTopologyVerifierResultProto.newBuilder()
                            .setResultMessage("No erasure coding policy is given.")
                            .setIsSupported(true))
                    .build();

    @Override
    public Parser<GetECTopologyResultForPoliciesRequestProto> parser() {
        return GetECTopologyResultForPoliciesRequestProto.parser();
    }

    @Override
    public GetECTopologyResultForPoliciesResponseProto execute(
            CallContext call, Transaction tx, GetECTopologyResultForPoliciesRequestProto request) {
        new PermissionChecker(call).requireSuperuser("getECTopologyResultForPolicies");
        if (request.getPoliciesCount() > 0) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The given erasure coding policy " + request.getPolicies(0) + " does not exist.");
        }
        return ENOUGH;
    }
}
