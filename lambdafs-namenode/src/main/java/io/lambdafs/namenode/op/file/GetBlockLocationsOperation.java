package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.blocktoken.BlockGrants;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.BlockLocator;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.VolumePlaces;
import io.lambdafs.store.ReadView;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getBlockLocations: the blocks that hold a range of a file, with the DataNodes that have them. */
final class GetBlockLocationsOperation
        implements CacheableOperation<GetBlockLocationsRequestProto, GetBlockLocationsResponseProto> {
    private final BlockLocator locator;
    private final BlockTokens tokens;
    private final AccessTimes accesses;

    GetBlockLocationsOperation(FileContent content, AccessTimes accesses) {
        this.locator = content.locator();
        this.tokens = content.tokens();
        this.accesses = accesses;
    }

    @Override
    public Parser<GetBlockLocationsRequestProto> parser() {
        return GetBlockLocationsRequestProto.parser();
    }

    @Override
    public GetBlockLocationsResponseProto execute(
            CallContext call, ReadView view, GetBlockLocationsRequestProto request) {
        FsPath path = RequestText.path(request.getSrcBytes());
        requireNotNegative("offset", request.getOffset(), path);
        requireNotNegative("length", request.getLength(), path);
        ResolvedPath at = PathLookup.in(view).resolve(path);
        // HDFS tells everybody what is missing, wherever, before it looks at rights.
        RegularFile file = at.requireFile();
        new PermissionChecker(call)
                .requireTraverse(at)
                .requireTarget(at, Access.READ)
                .requireReadableBySuperuser(file);
        VolumePlaces.requireOutside(at);
        return GetBlockLocationsResponseProto.newBuilder()
                .setLocations(EncryptionMarks.of(at).addTo(locate(call, view, at, file, request), file))
                .build();
    }

    private LocatedBlocksProto locate(
            CallContext call, ReadView view, ResolvedPath at, RegularFile file, GetBlockLocationsRequestProto range) {
        BlockGrants grants = tokens.toRead(call, view);
        if (at.snapshot() != 0) {
            return locator.locateThen(call, view, file, range.getOffset(), range.getLength(), grants);
        }
        LocatedBlocksProto located = locator.locate(call, view, file, range.getOffset(), range.getLength(), grants);
        accesses.read(call, at.path(), file);
        return located;
    }

    private static void requireNotNegative(String what, long value, FsPath path) {
        if (value < 0) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "Negative " + what + " is not supported. File: " + path);
        }
    }
}
