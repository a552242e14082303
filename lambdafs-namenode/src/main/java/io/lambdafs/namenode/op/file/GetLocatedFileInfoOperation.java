package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.blocktoken.BlockGrants;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.BlockLocator;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getLocatedFileInfo: the status of a file with all its blocks; no status if it does not exist. Who may not read the file is told where its
 * blocks are, as on HDFS, and gets no tokens for them.
 */
final class GetLocatedFileInfoOperation
        implements ReadOperation<GetLocatedFileInfoRequestProto, GetLocatedFileInfoResponseProto> {
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
    public boolean isCacheable() {
        return true;
    }

    @Override
    public GetLocatedFileInfoResponseProto execute(
            CallContext call, Transaction tx, GetLocatedFileInfoRequestProto request) {
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(request.getSrcBytes()));
        PermissionChecker checker = new PermissionChecker(call).requireTraverseToLook(at);
        GetLocatedFileInfoResponseProto.Builder response = GetLocatedFileInfoResponseProto.newBuilder();
        at.target().ifPresent(inode -> {
            boolean granted = request.getNeedBlockToken() && checker.isReadable(inode);
            BlockGrants grants = granted ? tokens.toRead(call, tx) : BlockGrants.NONE;
            response.setFs(status(call, tx, at, inode, grants));
        });
        return response.build();
    }

    private HdfsFileStatusProto.Builder status(
            CallContext call, Transaction tx, ResolvedPath at, INode inode, BlockGrants grants) {
        HdfsFileStatusProto.Builder status = EncryptionMarks.status(at);
        if (inode instanceof RegularFile file) {
            LocatedBlocksProto located = at.snapshot() == 0
                    ? locator.locate(call, tx, file, 0, Long.MAX_VALUE, grants)
                    : locator.locateThen(call, tx, file, 0, Long.MAX_VALUE, grants);
            status.setLocations(EncryptionMarks.of(at).addTo(located, file));
        }
        return status;
    }
}
