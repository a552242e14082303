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
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setTimes: sets the modification and the access time, in milliseconds since the epoch; a negative one stays as it is. */
final class SetTimesOperation implements WriteOperation<SetTimesRequestProto, SetTimesResponseProto> {
    private static final long UNCHANGED = -1;

    private final boolean accessTimes;

    /** With access times, or with modification times alone. */
    SetTimesOperation(boolean accessTimes) {
        this.accessTimes = accessTimes;
    }

    @Override
    public Parser<SetTimesRequestProto> parser() {
        return SetTimesRequestProto.parser();
    }

    @Override
    public FsPath subject(SetTimesRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(SetTimesRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public boolean mayChangeNothing() {
        return true;
    }

    @Override
    public Optional<SetTimesResponseProto> answerIfUnchanged(
            CallContext call, ReadView view, SetTimesRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(subject(request));
        return changed(call, request, at).equals(at.last().attributes())
                ? Optional.of(SetTimesResponseProto.getDefaultInstance())
                : Optional.empty();
    }

    @Override
    public SetTimesResponseProto execute(
            CallContext call, Transaction tx, SetTimesRequestProto request, ChangeSet changes) {
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        Attributes changed = changed(call, request, at);
        INode inode = at.last();
        if (!changed.equals(inode.attributes())) {
            tx.inodes().update(inode.withAttributes(changed));
            changes.changed(at.path());
            changes.happens(NamespaceEvents.timesSet(at.path(), request.getMtime(), request.getAtime()));
        }
        return SetTimesResponseProto.getDefaultInstance();
    }

    /** The attributes as they are to be, if the caller may make them so. */
    private Attributes changed(CallContext call, SetTimesRequestProto request, ResolvedPath at) {
        if (!accessTimes && request.getAtime() != UNCHANGED) {
            // The spaces are HDFS's.
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Access time for hdfs is not configured.  Please set dfs.namenode.accesstime.precision"
                            + " configuration parameter.");
        }
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.WRITE);
        Attributes present = at.target()
                .orElseThrow(() ->
                        new FsException(ErrorCode.FILE_NOT_FOUND, "File/Directory " + at.path() + " does not exist."))
                .attributes();
        return present.withTimes(
                request.getMtime() < 0 ? present.modificationMillis() : request.getMtime(),
                request.getAtime() < 0 ? present.accessMillis() : request.getAtime());
    }
}
