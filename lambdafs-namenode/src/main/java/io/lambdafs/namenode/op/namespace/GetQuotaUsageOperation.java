package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.QuotaUsageProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getQuotaUsage: what is used at a path and below; there are no quotas. */
final class GetQuotaUsageOperation implements ReadOperation<GetQuotaUsageRequestProto, GetQuotaUsageResponseProto> {
    @Override
    public Parser<GetQuotaUsageRequestProto> parser() {
        return GetQuotaUsageRequestProto.parser();
    }

    @Override
    public GetQuotaUsageResponseProto execute(CallContext call, Transaction tx, GetQuotaUsageRequestProto request) {
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(request.getPathBytes()));
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        at.requireExists();
        SubtreeUsage usage = SubtreeUsage.ofQuota(tx, checker, at);
        return GetQuotaUsageResponseProto.newBuilder()
                .setUsage(QuotaUsageProto.newBuilder()
                        .setFileAndDirectoryCount(usage.files() + usage.directories())
                        .setQuota(usage.quota())
                        .setSpaceConsumed(usage.space())
                        .setSpaceQuota(SubtreeUsage.NO_QUOTA))
                .build();
    }
}
