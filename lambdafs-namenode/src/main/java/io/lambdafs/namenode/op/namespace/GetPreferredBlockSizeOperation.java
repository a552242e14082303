package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetPreferredBlockSizeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetPreferredBlockSizeResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getPreferredBlockSize: the block size that a file was created with. */
final class GetPreferredBlockSizeOperation
        implements CacheableOperation<GetPreferredBlockSizeRequestProto, GetPreferredBlockSizeResponseProto> {
    @Override
    public Parser<GetPreferredBlockSizeRequestProto> parser() {
        return GetPreferredBlockSizeRequestProto.parser();
    }

    @Override
    public GetPreferredBlockSizeResponseProto execute(
            CallContext call, ReadView view, GetPreferredBlockSizeRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getFilenameBytes()));
        new PermissionChecker(call).requireTraverse(at);
        return GetPreferredBlockSizeResponseProto.newBuilder()
                .setBsize(at.requireFile().blockSize())
                .build();
    }
}
