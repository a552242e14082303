package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CheckAccessRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CheckAccessResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** checkAccess: refuses if the caller has not the access asked for. */
final class CheckAccessOperation implements ReadOperation<CheckAccessRequestProto, CheckAccessResponseProto> {
    @Override
    public Parser<CheckAccessRequestProto> parser() {
        return CheckAccessRequestProto.parser();
    }

    @Override
    public boolean isCacheable() {
        return true;
    }

    @Override
    public CheckAccessResponseProto execute(CallContext call, Transaction tx, CheckAccessRequestProto request) {
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(request.getPathBytes()));
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        at.requireExists("Path not found: ");
        checker.requireTarget(at, Access.ofBits(request.getMode().getNumber()));
        return CheckAccessResponseProto.getDefaultInstance();
    }
}
