package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.op.quota.QuotaMessages;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ContentSummaryProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getContentSummary: how many files, directories and bytes are at a path and below. */
final class GetContentSummaryOperation
        implements ReadOperation<GetContentSummaryRequestProto, GetContentSummaryResponseProto> {
    @Override
    public Parser<GetContentSummaryRequestProto> parser() {
        return GetContentSummaryRequestProto.parser();
    }

    @Override
    public GetContentSummaryResponseProto execute(
            CallContext call, Transaction tx, GetContentSummaryRequestProto request) {
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(request.getPathBytes()));
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        at.requireExists();
        SubtreeUsage usage = SubtreeUsage.of(at.contents(tx), checker, at);
        QuotaCounts limits = Quotas.limits(at.last());
        ContentSummaryProto.Builder summary = ContentSummaryProto.newBuilder()
                .setLength(usage.length())
                .setFileCount(usage.files())
                .setDirectoryCount(usage.directories())
                .setQuota(limits.names())
                .setSpaceConsumed(usage.used().space())
                .setSpaceQuota(limits.space())
                .setErasureCodingPolicy(at.last().isDirectory() ? "" : "Replicated");
        QuotaMessages.types(limits, usage.used()).ifPresent(summary::setTypeQuotaInfos);
        return GetContentSummaryResponseProto.newBuilder().setSummary(summary).build();
    }
}
