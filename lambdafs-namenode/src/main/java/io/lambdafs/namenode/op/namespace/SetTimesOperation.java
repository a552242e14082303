package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.Foresight;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setTimes: sets the modification and the access time, in milliseconds since the epoch; a negative one stays as it is. */
final class SetTimesOperation implements WriteOperation<SetTimesRequestProto, SetTimesResponseProto> {
    @Override
    public Parser<SetTimesRequestProto> parser() {
        return SetTimesRequestProto.parser();
    }

    @Override
    public FsPath subject(SetTimesRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public Foresight foresee(SetTimesRequestProto request) {
        return Foresight.ofTarget(subject(request));
    }

    @Override
    public SetTimesResponseProto execute(
            CallContext call, Transaction tx, SetTimesRequestProto request, ChangeSet changes) {
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        checker.requireTarget(at, Access.WRITE);
        INode inode = at.target()
                .orElseThrow(() ->
                        new FsException(ErrorCode.FILE_NOT_FOUND, "File/Directory " + at.path() + " does not exist."));
        Attributes present = inode.attributes();
        Attributes changed = present.withTimes(
                request.getMtime() < 0 ? present.modificationMillis() : request.getMtime(),
                request.getAtime() < 0 ? present.accessMillis() : request.getAtime());
        if (!changed.equals(present)) {
            tx.inodes().update(inode.withAttributes(changed));
            changes.changed(at.path());
        }
        return SetTimesResponseProto.getDefaultInstance();
    }
}
