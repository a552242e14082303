package io.lambdafs.namenode.op.xattr;

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
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.RemoveXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.RemoveXAttrResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** removeXAttr: removes an extended attribute. */
final class RemoveXAttrOperation implements WriteOperation<RemoveXAttrRequestProto, RemoveXAttrResponseProto> {
    @Override
    public Parser<RemoveXAttrRequestProto> parser() {
        return RemoveXAttrRequestProto.parser();
    }

    @Override
    public FsPath subject(RemoveXAttrRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(RemoveXAttrRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public RemoveXAttrResponseProto execute(
            CallContext call, Transaction tx, RemoveXAttrRequestProto request, ChangeSet changes) {
        XAttr attribute = XAttr.of(request.getXAttr());
        XAttrAccess access = new XAttrAccess(call, subject(request));
        access.requireMayName(attribute);
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        access.requireChange(at, attribute);
        if (EncryptionAttribute.of(at.last()).filter(attribute::isNamedAs).isPresent()) {
            EncryptionAttribute.remove(tx, at.last());
        } else {
            remove(tx, at.last(), attribute);
        }
        changes.permissionChanged(at.path(), at.last());
        changes.happens(NamespaceEvents.attributeSet(at.path(), attribute.message(), true));
        return RemoveXAttrResponseProto.getDefaultInstance();
    }

    private static void remove(Transaction tx, INode inode, XAttr attribute) {
        XAttrStore stored = XAttrStore.ofLocked(tx, inode);
        if (stored.find(attribute).isEmpty()) {
            throw new FsException(ErrorCode.IO_ERROR, "No matching attributes found for remove operation");
        }
        if (attribute.isUnreadableBySuperuser()) {
            throw XAttrAccess.denied("The xattr '" + attribute.prefixedName() + "' can not be deleted.");
        }
        stored.remove(attribute);
    }
}
