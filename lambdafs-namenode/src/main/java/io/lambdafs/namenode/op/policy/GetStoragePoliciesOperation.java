package io.lambdafs.namenode.op.policy;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.message.StoragePolicyMessages;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePoliciesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePoliciesResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getStoragePolicies: all that there are. */
final class GetStoragePoliciesOperation
        implements ReadOperation<GetStoragePoliciesRequestProto, GetStoragePoliciesResponseProto> {
    private static final GetStoragePoliciesResponseProto ANSWER = GetStoragePoliciesResponseProto.newBuilder()
            .addAllPolicies(StoragePolicies.all().stream()
                    .map(StoragePolicyMessages::policy)
                    .toList())
            .build();

    @Override
    public Parser<GetStoragePoliciesRequestProto> parser() {
        return GetStoragePoliciesRequestProto.parser();
    }

    @Override
    public GetStoragePoliciesResponseProto execute(
            CallContext call, Transaction tx, GetStoragePoliciesRequestProto request) {
        return ANSWER;
    }
}
