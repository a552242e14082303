package io.lambdafs.namenode.op.xattr;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;

/**
 * Decides which extended attributes a caller may see and change, by HDFS's rules and in its words.
 *
 * @param raw whether they are of a path below {@code /.reserved/raw}, where those of the name space {@code raw} are to be seen
 */
record XAttrAccess(PermissionChecker checker, boolean raw) {
    XAttrAccess(CallContext call, FsPath path) {
        this(new PermissionChecker(call), ReservedNames.isRaw(path));
    }

    /** Whether a list of attributes shows this one to the caller. */
    boolean shows(XAttr attribute) {
        return attribute.space() == XAttrNamespaceProto.USER
                || (attribute.space() == XAttrNamespaceProto.TRUSTED && checker.isExempt())
                || (attribute.space() == XAttrNamespaceProto.RAW && raw)
                || attribute.isUnreadableBySuperuser();
    }

    /** Refuses a request that names an attribute which the caller may not use. */
    void requireMayName(XAttr attribute) {
        if (!shows(attribute)) {
            throw denied("User doesn't have permission for xattr: " + attribute.prefixedName());
        }
        if (attribute.isUnreadableBySuperuser() && !attribute.value().isEmpty()) {
            throw denied("Attempt to set a value for '" + attribute.prefixedName()
                    + "'. Values are not allowed for this xattr.");
        }
    }

    /** Refuses a caller who may not read the attributes of what the path names. */
    void requireRead(ResolvedPath at) {
        checker.requireTraverse(at).requireTarget(at, Access.READ);
        at.requireExists("cannot find ");
    }

    /** Refuses a caller who may not change this attribute of what the path names. */
    void requireChange(ResolvedPath at, XAttr attribute) {
        checker.requireTraverse(at);
        INode inode = at.requireExists("cannot find ");
        if (attribute.space() != XAttrNamespaceProto.USER) {
            return;
        }
        if (inode.isDirectory() && inode.attributes().permission().sticky()) {
            if (!checker.isExempt()) {
                checker.requireOwner(at);
            }
        } else {
            checker.requireTarget(at, Access.WRITE);
        }
    }

    static FsException denied(String message) {
        return new FsException(ErrorCode.ACCESS_DENIED, message);
    }
}
