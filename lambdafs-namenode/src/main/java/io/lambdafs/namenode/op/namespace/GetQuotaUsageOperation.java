package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.op.quota.QuotaMessages;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.QuotaUsageProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getQuotaUsage: what is used at a path and below, and what may be used. */
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
        QuotaCounts limits = Quotas.limits(at.last());
        QuotaCounts used = used(tx, checker, at);
        QuotaUsageProto.Builder usage = QuotaUsageProto.newBuilder()
                .setFileAndDirectoryCount(used.names())
                .setQuota(limits.names())
                .setSpaceConsumed(used.space())
                .setSpaceQuota(limits.space());
        QuotaMessages.types(limits, used).ifPresent(usage::setTypeQuotaInfos);
        return GetQuotaUsageResponseProto.newBuilder().setUsage(usage).build();
    }

    /** What is counted where there is a quota; else what a walk finds. */
    private static QuotaCounts used(Transaction tx, PermissionChecker checker, ResolvedPath at) {
        if (at.snapshot() > 0 || !at.last().attributes().features().hasQuota()) {
            return SubtreeUsage.ofQuota(at.contents(tx), checker, at).used();
        }
        checker.requireTarget(at, Access.READ_EXECUTE);
        QuotaCounts used = QuotaLedger.used(tx, at.last().id());
        requireStill(tx, at);
        return used;
    }

    /** The limits and what is used were read one after the other. If the limits are still the same, they were so in between. */
    private static void requireStill(Transaction tx, ResolvedPath at) {
        ResolvedPath now = PathLocks.in(tx).resolve(at.path());
        if (!now.leadsThroughTheSame(at) || !Quotas.limits(now.last()).equals(Quotas.limits(at.last()))) {
            throw PathChange.retriable(at.path().toString());
        }
    }
}
