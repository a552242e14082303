package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CheckAccessRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CheckAccessResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** checkAccess: refuses if the caller has not the access asked for. */
final class CheckAccessOperation implements CacheableOperation<CheckAccessRequestProto, CheckAccessResponseProto> {
    @Override
    public Parser<CheckAccessRequestProto> parser() {
        return CheckAccessRequestProto.parser();
    }

    @Override
    public CheckAccessResponseProto execute(CallContext call, ReadView view, CheckAccessRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getPathBytes()));
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        at.requireExists("Path not found: ");
        checker.requireTarget(at, Access.ofBits(request.getMode().getNumber()));
        return CheckAccessResponseProto.getDefaultInstance();
    }
}
