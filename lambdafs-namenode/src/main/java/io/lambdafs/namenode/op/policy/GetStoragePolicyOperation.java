package io.lambdafs.namenode.op.policy;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.message.StoragePolicyMessages;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePolicyResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getStoragePolicy: the policy that applies to a file or directory, its own or one from above. */
final class GetStoragePolicyOperation
        implements CacheableOperation<GetStoragePolicyRequestProto, GetStoragePolicyResponseProto> {
    @Override
    public Parser<GetStoragePolicyRequestProto> parser() {
        return GetStoragePolicyRequestProto.parser();
    }

    @Override
    public GetStoragePolicyResponseProto execute(
            CallContext call, ReadView view, GetStoragePolicyRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getPathBytes()));
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.READ);
        at.requireExists(PolicyChange.MISSING);
        return GetStoragePolicyResponseProto.newBuilder()
                .setStoragePolicy(StoragePolicyMessages.policy(StoragePolicies.numbered(at.storagePolicy())))
                .build();
    }
}
