package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.blocktoken.BlockGrants;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.BlockLocator;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getLocatedFileInfo: the status of a file with all its blocks; no status if it does not exist. A user who may not read
 * the file gets the locations of its blocks, as on HDFS, but no tokens for them.
 */
final class GetLocatedFileInfoOperation
        implements CacheableOperation<GetLocatedFileInfoRequestProto, GetLocatedFileInfoResponseProto> {
    private final BlockLocator locator;
    private final BlockTokens tokens;

    GetLocatedFileInfoOperation(FileContent content) {
        this.locator = content.locator();
        this.tokens = content.tokens();
    }

    @Override
    public Parser<GetLocatedFileInfoRequestProto> parser() {
        return GetLocatedFileInfoRequestProto.parser();
    }

    @Override
    public GetLocatedFileInfoResponseProto execute(
            CallContext call, ReadView view, GetLocatedFileInfoRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getSrcBytes()));
        PermissionChecker checker = new PermissionChecker(call).requireTraverseToLook(at);
        GetLocatedFileInfoResponseProto.Builder response = GetLocatedFileInfoResponseProto.newBuilder();
        at.target().ifPresent(inode -> {
            boolean granted = request.getNeedBlockToken() && checker.isReadable(inode);
            BlockGrants grants = granted ? tokens.toRead(call, view) : BlockGrants.NONE;
            response.setFs(status(call, view, at, inode, grants));
        });
        return response.build();
    }

    private HdfsFileStatusProto.Builder status(
            CallContext call, ReadView view, ResolvedPath at, INode inode, BlockGrants grants) {
        HdfsFileStatusProto.Builder status = EncryptionMarks.status(at);
        if (inode instanceof RegularFile file) {
            LocatedBlocksProto located = at.snapshot() == 0
                    ? locator.locate(call, view, file, 0, Long.MAX_VALUE, grants)
                    : locator.locateThen(call, view, file, 0, Long.MAX_VALUE, grants);
            status.setLocations(EncryptionMarks.of(at).addTo(located, file));
        }
        return status;
    }
}
