package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.op.snapshot.SnapshottableDirectories;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.DecoupledPlace;
import io.lambdafs.namenode.path.HeldSubtrees;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeAccess;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.namenode.volume.VolumeDeletion;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * delete: removes a file or a directory; with everything below, if asked to. A directory that is not empty is only
 * detached here, whatever its size; its content goes later, in batches.
 */
final class DeleteOperation implements WriteOperation<DeleteRequestProto, DeleteResponseProto> {
    private final ProtectedDirectories kept;

    DeleteOperation(ProtectedDirectories kept) {
        this.kept = kept;
    }

    @Override
    public Parser<DeleteRequestProto> parser() {
        return DeleteRequestProto.parser();
    }

    @Override
    public FsPath subject(DeleteRequestProto request) {
        return ReservedNames.requireNotReserved(RequestText.pathToChange(request.getSrcBytes()));
    }

    @Override
    public LockHints foresee(DeleteRequestProto request) {
        return LockHints.ofEntry(subject(request));
    }

    @Override
    public DeleteResponseProto execute(
            CallContext call, Transaction tx, DeleteRequestProto request, ChangeSet changes) {
        PathLocks locks = PathLocks.in(tx);
        PermissionChecker checker = new PermissionChecker(call);
        ResolvedPath found = locks.resolve(subject(request));
        if (!found.exists() || found.path().isRoot()) {
            // As on HDFS, a user who may not remove anything there gets that refusal, whether it is there or not.
            checker.requireTraverse(found).requireParent(found, Access.WRITE);
            boolean full = found.exists() && tx.inodes().hasChildren(INodeId.ROOT);
            if (full) {
                SubtreeAccess.requireRemovable(tx, checker, found);
            }
            requireRecursive(request, found, full);
            return result(false);
        }
        if (found.volumeAbove().isPresent()) {
            return result(removeInVolume(call, tx, checker, request, found));
        }
        ResolvedPath at = locks.lock(found, LockScope.ENTRY);
        checker.requireTraverse(at).requireNotStuck(at).requireParent(at, Access.WRITE);
        boolean subtree =
                at.last().isDirectory() && tx.inodes().hasChildren(at.last().id());
        if (!subtree && !request.getRecursive()) {
            requireRecursive(
                    request, at, at.contents(tx).inodes().hasChildren(at.last().id()));
        }
        HeldSubtrees.requireNotHeld(at);
        SnapshottableDirectories.requireNoSnapshotsOf(at);
        if (subtree) {
            DecoupledPlace.requireNoneAtOrBelow(tx, at);
            SnapshottableDirectories.in(tx).requireNoSnapshots(at);
            requireRemovable(tx, checker, request, at, changes);
            kept.requireUnprotected(tx, at);
        }
        Quotas.removed(tx, at);
        Removal.of(call, tx, changes).remove(at, subtree);
        return result(true);
    }

    private static boolean removeInVolume(
            CallContext call, Transaction tx, PermissionChecker checker, DeleteRequestProto request, ResolvedPath at) {
        checker.requireTraverse(at).requireNotStuck(at).requireParent(at, Access.WRITE);
        SubtreeAccess.requireRemovable(at.contents(tx), checker, at);
        int volume = at.volumeAbove().orElseThrow().depth();
        return VolumeDeletion.delete(
                tx,
                at.chain().get(volume),
                at.path().components().subList(volume, at.path().depth()),
                request.getRecursive(),
                call.nowMillis());
    }

    /*
     * As on HDFS, a user who may not remove all that is below gets that refusal first; without recursion all are
     * refused alike.
     */
    private static void requireRemovable(
            Transaction tx, PermissionChecker checker, DeleteRequestProto request, ResolvedPath at, ChangeSet changes) {
        if (request.getRecursive()) {
            changes.resolutionChanged(at.path(), at.last());
            changes.requireQuiesced();
        }
        SubtreeAccess.requireRemovable(tx, checker, at);
        requireRecursive(request, at, true);
    }

    private static void requireRecursive(DeleteRequestProto request, ResolvedPath at, boolean subtree) {
        if (subtree && !request.getRecursive()) {
            throw new FsException(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY, at.path() + " is non empty");
        }
    }

    private static DeleteResponseProto result(boolean removed) {
        return DeleteResponseProto.newBuilder().setResult(removed).build();
    }
}
