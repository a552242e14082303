package io.lambdafs.namenode.op.file;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.IsFileClosedRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.IsFileClosedResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** isFileClosed: whether nobody writes a file. */
final class IsFileClosedOperation implements CacheableOperation<IsFileClosedRequestProto, IsFileClosedResponseProto> {
    @Override
    public Parser<IsFileClosedRequestProto> parser() {
        return IsFileClosedRequestProto.parser();
    }

    @Override
    public IsFileClosedResponseProto execute(CallContext call, ReadView view, IsFileClosedRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getSrcBytes()));
        new PermissionChecker(call).requireTraverse(at);
        return IsFileClosedResponseProto.newBuilder()
                .setResult(!at.requireFile().isUnderConstruction())
                .build();
    }
}
