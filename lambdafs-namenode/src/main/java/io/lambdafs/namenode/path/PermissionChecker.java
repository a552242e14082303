package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.wire.ErrorCode;

/** One caller's rights on resolved paths, by HDFS's rules and in its words. Superusers pass every check. */
public final class PermissionChecker {
    private final CallContext call;

    public PermissionChecker(CallContext call) {
        this.call = call;
    }

    public boolean isSuperuser() {
        return call.superuser();
    }

    /** The caller may walk through every directory above the path; nothing on the way but the last may be a file. */
    public PermissionChecker requireTraverse(ResolvedPath path) {
        int last = Math.min(path.chain().size(), Math.max(path.path().depth(), 1)) - 1;
        for (int depth = 0; depth <= last; depth++) {
            if (depth < path.path().depth() && !path.chain().get(depth).isDirectory()) {
                throw new FsException(
                        ErrorCode.PARENT_NOT_DIRECTORY, path.path().prefix(depth) + " (is not a directory)");
            }
            if (path.chain().get(depth).isDirectory()) {
                require(path, depth, Access.EXECUTE);
            }
        }
        return this;
    }

    /** The caller has this access to what the path names, if it exists. */
    public PermissionChecker requireTarget(ResolvedPath path, Access access) {
        if (path.exists()) {
            require(path, path.path().depth(), access);
        }
        return this;
    }

    /** The caller has this access to the parent of what the path names, if the parent exists. */
    public PermissionChecker requireParent(ResolvedPath path, Access access) {
        if (path.parent().isPresent()) {
            require(path, path.path().depth() - 1, access);
        }
        return this;
    }

    /** The caller has this access to the deepest directory above the path that exists. */
    public PermissionChecker requireAncestor(ResolvedPath path, Access access) {
        if (!path.path().isRoot()) {
            require(path, Math.min(path.chain().size(), path.path().depth()) - 1, access);
        }
        return this;
    }

    /** The caller may remove or move the existing path out of its directory, as far as that is sticky. */
    public PermissionChecker requireNotStuck(ResolvedPath path) {
        if (call.superuser() || path.path().isRoot() || !path.exists()) {
            return this;
        }
        INode inode = path.last();
        INode parent = path.chain().get(path.path().depth() - 1);
        boolean stuck = parent.attributes().permission().sticky() && !owns(parent) && !owns(inode);
        if (stuck) {
            throw denied("Permission denied by sticky bit: user=" + call.user()
                    + ", path=" + describe(path.path(), inode)
                    + ", parent=" + describe(path.path().parent(), parent));
        }
        return this;
    }

    /** The caller owns what the path names. */
    public PermissionChecker requireOwner(ResolvedPath path) {
        if (!call.superuser() && !owns(path.last())) {
            throw denied("Permission denied. user=" + call.user() + " is not the owner of inode=" + path.lastPath());
        }
        return this;
    }

    /** The caller is a superuser. */
    public PermissionChecker requireSuperuser() {
        if (!call.superuser()) {
            throw denied("Access denied for user " + call.user() + ". Superuser privilege is required");
        }
        return this;
    }

    /** Whether the caller has this access to the inode. */
    public boolean allows(INode inode, Access access) {
        if (call.superuser()) {
            return true;
        }
        Permission permission = inode.attributes().permission();
        if (owns(inode)) {
            return access.isIn(permission.ownerBits());
        }
        if (call.caller().groups().contains(inode.attributes().group())) {
            return access.isIn(permission.groupBits());
        }
        return access.isIn(permission.otherBits());
    }

    /** The refusal of this access to an inode at a path. */
    public FsException refusal(FsPath path, INode inode, Access access) {
        return denied(
                "Permission denied: user=" + call.user() + ", access=" + access + ", inode=" + describe(path, inode));
    }

    private void require(ResolvedPath path, int depth, Access access) {
        INode inode = path.chain().get(depth);
        if (!allows(inode, access)) {
            throw refusal(path.path().prefix(depth), inode, access);
        }
    }

    private boolean owns(INode inode) {
        return call.user().equals(inode.attributes().owner());
    }

    private static String describe(FsPath path, INode inode) {
        return "\"" + path + "\":" + inode.attributes().owner() + ":"
                + inode.attributes().group() + ":" + (inode.isDirectory() ? "d" : "-")
                + inode.attributes().permission();
    }

    private static FsException denied(String message) {
        return new FsException(ErrorCode.ACCESS_DENIED, message);
    }
}
