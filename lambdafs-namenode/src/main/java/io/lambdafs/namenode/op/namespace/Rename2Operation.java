package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeAccess;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2ResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** rename2: moves exactly to the destination, overwrites it if asked to, and says why where it cannot. */
final class Rename2Operation implements WriteOperation<Rename2RequestProto, Rename2ResponseProto> {
    private final ProtectedDirectories kept;
    private final NamespaceLimits limits;

    Rename2Operation(ProtectedDirectories kept, NamespaceLimits limits) {
        this.kept = kept;
        this.limits = limits;
    }

    @Override
    public Parser<Rename2RequestProto> parser() {
        return Rename2RequestProto.parser();
    }

    @Override
    public FsPath subject(Rename2RequestProto request) {
        return RequestText.path(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(Rename2RequestProto request) {
        return LockHints.ofEntry(subject(request)).andEntry(RequestText.newPath(request.getDstBytes()));
    }

    @Override
    public Rename2ResponseProto execute(
            CallContext call, Transaction tx, Rename2RequestProto request, ChangeSet changes) {
        FsPath from = subject(request);
        FsPath to = RequestText.newPath(request.getDstBytes());
        RenameRules.requireNotReserved(from, to);
        PathLocks locks = PathLocks.in(tx);
        PathLocks.LockedPair pair =
                locks.lock(locks.resolve(from), LockScope.ENTRY, locks.resolve(to), LockScope.ENTRY);
        try {
            check(call, tx, request, pair);
            new Move(call, tx, changes).move(pair.first(), pair.second());
        } catch (FsException refused) {
            locks.requireStill(pair);
            throw refused;
        }
        return Rename2ResponseProto.getDefaultInstance();
    }

    private void check(CallContext call, Transaction tx, Rename2RequestProto request, PathLocks.LockedPair pair) {
        ResolvedPath source = pair.first();
        ResolvedPath destination = pair.second();
        checkAccess(new PermissionChecker(call), tx, pair, request.getMoveToTrash());
        kept.requireUnprotected(tx, source);
        RenameRules.requireSource(source);
        RenameRules.requireDifferent(source, destination);
        RenameRules.requireOutsideSource(source, destination);
        ReservedNames.requireDestination(destination.path());
        if (destination.path().isRoot()) {
            throw new FsException(ErrorCode.IO_ERROR, "rename destination cannot be the root");
        }
        Zone.requireSame(source, destination);
        RenameRules.requireReplaceable(source, destination, request.getOverwriteDest(), hasChildren(tx, destination));
        RenameRules.requireDestinationParent(destination);
        RenameRules.requireNoSnapshots(tx, source, destination);
        RenameRules.requireRoom(limits, source, destination);
        ReservedNames.requireUsable(destination);
    }

    private static boolean hasChildren(Transaction tx, ResolvedPath path) {
        return path.exists()
                && path.last().isDirectory()
                && path.contents(tx).inodes().hasChildren(path.last().id());
    }

    /**
     * A user who moves something to the trash must be allowed to delete it: the superuser will delete it for this user.
     */
    private static void checkAccess(
            PermissionChecker checker, Transaction tx, PathLocks.LockedPair pair, boolean toTrash) {
        ResolvedPath source = pair.first();
        checker.requireTraverse(source).requireTraverseToCreate(pair.second());
        checker.requireNotStuck(source).requireParent(source, Access.WRITE);
        if (toTrash && source.exists()) {
            SubtreeAccess.requireRemovable(tx, checker, source);
        }
        checker.requireAncestor(pair.second(), Access.WRITE);
    }
}
