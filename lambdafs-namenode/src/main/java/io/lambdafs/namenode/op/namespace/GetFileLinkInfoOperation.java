package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileLinkInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileLinkInfoResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getFileLinkInfo: as getFileInfo, because there are no symbolic links. */
final class GetFileLinkInfoOperation
        implements CacheableOperation<GetFileLinkInfoRequestProto, GetFileLinkInfoResponseProto> {
    @Override
    public Parser<GetFileLinkInfoRequestProto> parser() {
        return GetFileLinkInfoRequestProto.parser();
    }

    @Override
    public GetFileLinkInfoResponseProto execute(CallContext call, ReadView view, GetFileLinkInfoRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getSrcBytes()));
        new PermissionChecker(call).requireTraverseToLook(at);
        GetFileLinkInfoResponseProto.Builder response = GetFileLinkInfoResponseProto.newBuilder();
        if (at.exists()) {
            response.setFs(EncryptionMarks.status(at));
        }
        return response.build();
    }
}
