package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.Foresight;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setPermission: changes the mode of a file or directory; its owner may. */
final class SetPermissionOperation implements WriteOperation<SetPermissionRequestProto, SetPermissionResponseProto> {
    @Override
    public Parser<SetPermissionRequestProto> parser() {
        return SetPermissionRequestProto.parser();
    }

    @Override
    public FsPath subject(SetPermissionRequestProto request) {
        return ReservedNames.requireNotReserved(RequestText.pathToChange(request.getSrcBytes()));
    }

    @Override
    public Foresight foresee(SetPermissionRequestProto request) {
        return Foresight.ofTarget(subject(request));
    }

    @Override
    public SetPermissionResponseProto execute(
            CallContext call, Transaction tx, SetPermissionRequestProto request, ChangeSet changes) {
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        PermissionChecker checker = PermissionChecker.ofOwner(call).requireTraverse(at);
        checker.requireOwner(at);
        INode inode = at.last();
        Attributes changed = inode.attributes().withPermission(FileStatusMessages.permission(request.getPermission()));
        if (!changed.equals(inode.attributes())) {
            tx.inodes().update(inode.withAttributes(changed));
            changes.resolutionChanged(at.path(), inode);
        }
        return SetPermissionResponseProto.getDefaultInstance();
    }
}
