package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * setOwner: changes the owner, which a superuser may, or the group, which the owner may change to one of the owner's
 * groups.
 */
final class SetOwnerOperation implements WriteOperation<SetOwnerRequestProto, SetOwnerResponseProto> {
    @Override
    public Parser<SetOwnerRequestProto> parser() {
        return SetOwnerRequestProto.parser();
    }

    @Override
    public FsPath subject(SetOwnerRequestProto request) {
        return ReservedNames.requireNotReserved(RequestText.pathToChange(request.getSrcBytes()));
    }

    @Override
    public LockHints foresee(SetOwnerRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public boolean mayChangeNothing() {
        return true;
    }

    @Override
    public Optional<SetOwnerResponseProto> answerIfUnchanged(
            CallContext call, ReadView view, SetOwnerRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolveToList(subject(request));
        return changed(call, request, at).equals(at.last().attributes())
                ? Optional.of(SetOwnerResponseProto.getDefaultInstance())
                : Optional.empty();
    }

    @Override
    public SetOwnerResponseProto execute(
            CallContext call, Transaction tx, SetOwnerRequestProto request, ChangeSet changes) {
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        Attributes changed = changed(call, request, at);
        INode inode = at.last();
        if (!changed.equals(inode.attributes())) {
            tx.inodes().update(inode.withAttributes(changed));
            changes.permissionChanged(at.path(), inode);
            changes.happens(NamespaceEvents.ownerSet(at.path(), request.getUsername(), request.getGroupname()));
        }
        return SetOwnerResponseProto.getDefaultInstance();
    }

    /** The attributes as they are to be, if the caller may make them so. */
    private static Attributes changed(CallContext call, SetOwnerRequestProto request, ResolvedPath at) {
        PermissionChecker.ofOwner(call).requireTraverse(at).requireOwner(at);
        if (!call.superuser()) {
            requireUnprivilegedChange(call.caller(), request);
        }
        Attributes present = at.last().attributes();
        return present.withOwner(
                request.hasUsername() ? RequestText.principal("owner", request.getUsername()) : present.owner(),
                request.hasGroupname() ? RequestText.principal("group", request.getGroupname()) : present.group());
    }

    private static void requireUnprivilegedChange(Caller caller, SetOwnerRequestProto request) {
        if (request.hasUsername() && !request.getUsername().equals(caller.user())) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED,
                    "User " + caller.user() + " is not a super user (non-super user cannot change owner).");
        }
        if (request.hasGroupname() && !caller.groups().contains(request.getGroupname())) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED, "User " + caller.user() + " does not belong to " + request.getGroupname());
        }
    }
}
