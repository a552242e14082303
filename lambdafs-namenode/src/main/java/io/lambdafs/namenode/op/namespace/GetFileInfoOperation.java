package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getFileInfo: the status of one file or directory; no status if it does not exist. */
final class GetFileInfoOperation implements CacheableOperation<GetFileInfoRequestProto, GetFileInfoResponseProto> {
    @Override
    public Parser<GetFileInfoRequestProto> parser() {
        return GetFileInfoRequestProto.parser();
    }

    @Override
    public GetFileInfoResponseProto execute(CallContext call, ReadView view, GetFileInfoRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getSrcBytes()));
        new PermissionChecker(call).requireTraverseToLook(at);
        GetFileInfoResponseProto.Builder response = GetFileInfoResponseProto.newBuilder();
        if (at.exists()) {
            response.setFs(EncryptionMarks.status(at));
        }
        return response.build();
    }
}
