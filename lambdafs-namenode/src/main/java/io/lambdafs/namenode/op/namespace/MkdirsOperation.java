package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** mkdirs: creates a directory and, if asked to, those above it; an existing directory is fine. */
final class MkdirsOperation implements WriteOperation<MkdirsRequestProto, MkdirsResponseProto> {
    private static final MkdirsResponseProto DONE =
            MkdirsResponseProto.newBuilder().setResult(true).build();

    private final DirectoryMaker maker;
    private final NamespaceLimits limits;
    private final FeatureConfig features;

    MkdirsOperation(DirectoryMaker maker, NameNodeConfig config) {
        this.maker = maker;
        this.limits = config.limits();
        this.features = config.features();
    }

    @Override
    public Parser<MkdirsRequestProto> parser() {
        return MkdirsRequestProto.parser();
    }

    @Override
    public FsPath subject(MkdirsRequestProto request) {
        return RequestText.newPath(request.getSrcBytes());
    }

    /*
     * The parent and the new name. Directories that are known to be there already are not locked: many programs make a
     * directory again and again, and that changes nothing.
     */
    @Override
    public LockHints foresee(MkdirsRequestProto request) {
        return LockHints.ofNewDirectory(subject(request));
    }

    @Override
    public void prepare(MkdirsRequestProto request) {
        maker.prepare();
    }

    @Override
    public MkdirsResponseProto execute(
            CallContext call, Transaction tx, MkdirsRequestProto request, ChangeSet changes) {
        PathLocks locks = PathLocks.in(tx);
        PermissionChecker checker = new PermissionChecker(call);
        ResolvedPath found = locks.resolve(subject(request));
        if (found.exists()) {
            checker.requireTraverseToCreate(found);
            requireDirectory(found, found.last());
            return DONE;
        }
        ReservedNames.requireChangeable(found.path());
        ResolvedPath at = locks.lock(found, LockScope.DEEPEST);
        checker.requireTraverseToCreate(at).requireAncestor(at, Access.WRITE);
        if (!request.getCreateParent()) {
            at.requireParent();
        }
        maker.requireRoomForOne();
        limits.requireRoom(at.requireDeepestDirectory(), at.lastPath());
        ReservedNames.requireUsable(at);
        maker.makeAll(call, tx, at, CreateModes.of(request, features), changes);
        return DONE;
    }

    private static void requireDirectory(ResolvedPath path, INode inode) {
        if (!inode.isDirectory()) {
            throw new FsException(ErrorCode.FILE_ALREADY_EXISTS, "Path is not a directory: " + path.path());
        }
    }
}
