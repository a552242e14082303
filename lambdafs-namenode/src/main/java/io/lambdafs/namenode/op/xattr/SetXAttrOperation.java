package io.lambdafs.namenode.op.xattr;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrSetFlagProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setXAttr: adds an extended attribute, or replaces its value, as the flags of the request allow. */
final class SetXAttrOperation implements WriteOperation<SetXAttrRequestProto, SetXAttrResponseProto> {
    private final FeatureConfig config;

    SetXAttrOperation(FeatureConfig config) {
        this.config = config;
    }

    @Override
    public Parser<SetXAttrRequestProto> parser() {
        return SetXAttrRequestProto.parser();
    }

    @Override
    public FsPath subject(SetXAttrRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(SetXAttrRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public SetXAttrResponseProto execute(
            CallContext call, Transaction tx, SetXAttrRequestProto request, ChangeSet changes) {
        XAttr attribute = XAttr.of(request.getXAttr());
        requireSize(attribute);
        XAttrAccess access = new XAttrAccess(call, subject(request));
        access.requireMayName(attribute);
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        access.requireChange(at, attribute);
        INode inode = at.last();
        if (attribute.isUnreadableBySuperuser() && inode.isDirectory()) {
            throw new FsException(ErrorCode.IO_ERROR, "Can only set '" + attribute.prefixedName() + "' on a file.");
        }
        if (EncryptionAttribute.isOne(attribute)) {
            requireFlags(
                    request,
                    attribute,
                    EncryptionAttribute.of(inode).filter(attribute::isNamedAs).isPresent());
            EncryptionAttribute.set(tx, inode, attribute);
        } else {
            put(tx, request, inode, attribute);
        }
        changes.permissionChanged(at.path(), inode);
        changes.happens(NamespaceEvents.attributeSet(at.path(), attribute.message(), false));
        return SetXAttrResponseProto.getDefaultInstance();
    }

    private void put(Transaction tx, SetXAttrRequestProto request, INode inode, XAttr attribute) {
        XAttrStore stored = XAttrStore.ofLocked(tx, inode);
        boolean exists = stored.find(attribute).isPresent();
        requireFlags(request, attribute, exists);
        if (!exists && attribute.countsForUsers() && stored.countForUsers() >= config.maxExtendedAttributes()) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Cannot add additional XAttr to inode, would exceed limit of " + config.maxExtendedAttributes());
        }
        stored.put(attribute);
    }

    private void requireSize(XAttr attribute) {
        int most = config.maxExtendedAttributeBytes();
        if (attribute.size() > most) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The XAttr is too big. The maximum combined size of the name and value is " + most
                            + ", but the total size is " + attribute.size());
        }
    }

    private static void requireFlags(SetXAttrRequestProto request, XAttr attribute, boolean exists) {
        if (request.getFlag() == 0) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "A flag must be specified.");
        }
        if (exists && (request.getFlag() & XAttrSetFlagProto.XATTR_REPLACE_VALUE) == 0) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "XAttr: " + attribute.name() + " already exists. The REPLACE flag must be specified.");
        }
        if (!exists && (request.getFlag() & XAttrSetFlagProto.XATTR_CREATE_VALUE) == 0) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "XAttr: " + attribute.name() + " does not exist. The CREATE flag must be specified.");
        }
    }
}
