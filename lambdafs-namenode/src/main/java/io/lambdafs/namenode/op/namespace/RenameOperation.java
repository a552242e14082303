package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.PathChange;
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
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * rename: the old one. It moves into a destination that is a directory, never overwrites, and returns false where
 * rename2 throws.
 */
final class RenameOperation implements WriteOperation<RenameRequestProto, RenameResponseProto> {
    private final ProtectedDirectories kept;
    private final NamespaceLimits limits;

    RenameOperation(ProtectedDirectories kept, NamespaceLimits limits) {
        this.kept = kept;
        this.limits = limits;
    }

    @Override
    public Parser<RenameRequestProto> parser() {
        return RenameRequestProto.parser();
    }

    @Override
    public FsPath subject(RenameRequestProto request) {
        return RequestText.path(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(RenameRequestProto request) {
        return LockHints.ofEntry(subject(request)).andEntry(RequestText.newPath(request.getDstBytes()));
    }

    @Override
    public RenameResponseProto execute(
            CallContext call, Transaction tx, RenameRequestProto request, ChangeSet changes) {
        FsPath to = RequestText.newPath(request.getDstBytes());
        RenameRules.requireNotReserved(subject(request), to);
        PathLocks locks = PathLocks.in(tx);
        ResolvedPath source = locks.resolve(subject(request));
        ResolvedPath destination = locks.resolve(to);
        if (destination.exists()
                && destination.last().isDirectory()
                && !source.path().isRoot()) {
            destination = below(locks, destination, source.path().name());
        }
        PathLocks.LockedPair pair = locks.lock(source, LockScope.ENTRY, destination, LockScope.ENTRY);
        boolean moved;
        try {
            checkAccess(new PermissionChecker(call), pair);
            kept.requireUnprotected(tx, pair.first());
            moved = move(tx, pair, new Move(call, tx, changes));
        } catch (FsException refused) {
            locks.requireStill(pair);
            throw refused;
        }
        if (!moved) {
            locks.requireStill(pair);
        }
        return RenameResponseProto.newBuilder().setResult(moved).build();
    }

    private static void checkAccess(PermissionChecker checker, PathLocks.LockedPair pair) {
        checker.requireTraverse(pair.first()).requireTraverseToCreate(pair.second());
        checker.requireNotStuck(pair.first()).requireParent(pair.first(), Access.WRITE);
        checker.requireAncestor(pair.second(), Access.WRITE);
    }

    /** The entry of this name in a directory, which must not have gone since it was found: what is to happen depends on it. */
    private static ResolvedPath below(PathLocks locks, ResolvedPath directory, Name name) {
        ResolvedPath entry = locks.resolve(directory.path().child(name));
        return entry.parent()
                .filter(parent -> parent.id().equals(directory.last().id()))
                .map(present -> new ResolvedPath(entry.path(), entry.chain(), entry.snapshot(), directory.raw()))
                .orElseThrow(() -> PathChange.retriable(directory.path().toString()));
    }

    private boolean move(Transaction tx, PathLocks.LockedPair pair, Move move) {
        ResolvedPath source = pair.first();
        ResolvedPath destination = pair.second();
        try {
            RenameRules.requireSource(source);
            if (source.path().equals(destination.path())) {
                return true;
            }
            RenameRules.requireOutsideSource(source, destination);
        } catch (FsException refused) {
            return false;
        }
        ReservedNames.requireDestination(destination.path());
        if (destination.exists() || destination.parent().isEmpty()) {
            return false;
        }
        Zone.requireSame(source, destination);
        RenameRules.requireNoSnapshots(tx, source, destination);
        RenameRules.requireRoom(limits, source, destination);
        ReservedNames.requireUsable(destination);
        move.move(source, destination);
        return true;
    }
}
