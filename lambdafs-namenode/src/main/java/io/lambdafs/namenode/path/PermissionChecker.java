package io.lambdafs.namenode.path;

import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.wire.ErrorCode;

/**
 * One caller's rights on resolved paths, by HDFS's rules and in its words. Superusers pass every check; where permissions
 * are off, everyone does, except for {@link #ofOwner}. Nobody but its holder passes a directory that is held apart from the
 * namespace and blocks others.
 */
public final class PermissionChecker {
    private final CallContext call;
    private final boolean exempt;
    private final long held;
    private final boolean said;

    public PermissionChecker(CallContext call) {
        this(call, call.superuser() || !call.permissionsChecked());
    }

    /* Which decoupling it holds is the caller's own word: it counts for the user whom the decoupling names. */
    private PermissionChecker(CallContext call, boolean exempt) {
        this(call, exempt, call.caller().holding(), true);
    }

    private PermissionChecker(CallContext call, boolean exempt, long held, boolean said) {
        this.call = call;
        this.exempt = exempt;
        this.held = held;
        this.said = said;
    }

    /** For what is done for the decoupling with this number: it is not blocked from what that holds. */
    public static PermissionChecker ofHolder(CallContext call, long decoupling) {
        return new PermissionChecker(call, call.superuser() || !call.permissionsChecked(), decoupling, false);
    }

    /** For changes of an owner or a mode, which HDFS leaves to owners and superusers even where permissions are off. */
    public static PermissionChecker ofOwner(CallContext call) {
        return new PermissionChecker(call, call.superuser());
    }

    /** Whether every check is passed. */
    public boolean isExempt() {
        return exempt;
    }

    /**
     * The caller may walk through every directory above what the path names. A file among them is refused like a
     * directory that may not be walked through, as in HDFS.
     */
    public PermissionChecker requireTraverse(ResolvedPath path) {
        return requireTraverse(path, ErrorCode.ACCESS_DENIED);
    }

    /**
     * As {@link #requireTraverse}, for asking what is at a path: a superuser is not refused what lies below a file, but
     * told that nothing is there, as in HDFS.
     */
    public PermissionChecker requireTraverseToLook(ResolvedPath path) {
        requireNotBlocked(path, Math.min(path.chain().size(), path.path().depth()));
        return call.superuser() ? this : requireExecute(path, ErrorCode.ACCESS_DENIED);
    }

    /** As {@link #requireTraverse}, for a path at which something is to be created: a file above it is named as that. */
    public PermissionChecker requireTraverseToCreate(ResolvedPath path) {
        return requireTraverse(path, ErrorCode.PARENT_NOT_DIRECTORY);
    }

    private PermissionChecker requireTraverse(ResolvedPath path, ErrorCode fileAbove) {
        if (path.raw() && call.changes() && !exempt) {
            throw denied("Access denied for user " + call.user() + ". Superuser privilege is required");
        }
        requireExecute(path, fileAbove);
        requireNotBlocked(path, path.chain().size());
        return this;
    }

    /* What a snapshot shows of a directory that was held then is held by nobody. */
    private void requireNotBlocked(ResolvedPath path, int inodes) {
        for (int depth = 0; depth < inodes && path.snapshot() == 0; depth++) {
            // The path is only needed where somebody is blocked, and this runs for every request.
            if (HeldSubtrees.mark(path.chain().get(depth)).blocked()) {
                requireNotBlocked(path.path().prefix(depth), path.chain().get(depth));
            }
        }
    }

    /** The directory at this path is not one in which the caller is blocked. */
    public PermissionChecker requireNotBlocked(FsPath path, INode inode) {
        SubtreeMark mark = HeldSubtrees.mark(inode);
        if (mark.blocked() && !isHolder(mark)) {
            throw HeldSubtrees.refusal(path, mark);
        }
        return this;
    }

    private boolean isHolder(SubtreeMark mark) {
        return mark.decoupling() == held && (!said || call.superuser() || mark.isHeldBy(call.user()));
    }

    private PermissionChecker requireExecute(ResolvedPath path, ErrorCode fileAbove) {
        int above = Math.min(path.chain().size(), path.path().depth());
        for (int depth = 0; depth < above; depth++) {
            if (!path.chain().get(depth).isDirectory()) {
                throw new FsException(fileAbove, path.path().prefix(depth) + " (is not a directory)");
            }
            require(path, depth, Access.EXECUTE);
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
        if (!path.path().isRoot() && path.exists()) {
            INode parent = path.chain().get(path.path().depth() - 1);
            if (isStuck(parent, path.last())) {
                throw stickyRefusal(path.path(), path.last(), parent);
            }
        }
        return this;
    }

    /** The file is not one that its owner keeps from superusers, or the caller is none. */
    public PermissionChecker requireReadableBySuperuser(INode file) {
        if (isKeptFromSuperuser(file)) {
            throw denied("Access is denied for " + call.user()
                    + " since the superuser is not allowed to perform this operation.");
        }
        return this;
    }

    private boolean isKeptFromSuperuser(INode file) {
        return call.permissionsChecked()
                && call.superuser()
                && file.attributes().features().xAttrs().unreadableBySuperuser();
    }

    /** Whether the caller may read the content of a file to which it may traverse. */
    public boolean isReadable(INode file) {
        return allows(file, Access.READ) && !isKeptFromSuperuser(file);
    }

    /** What the path names exists, and the caller owns it. */
    public PermissionChecker requireOwner(ResolvedPath path) {
        path.requireExists("Directory/File does not exist ");
        if (!call.superuser() && !owns(path.last())) {
            throw denied("Permission denied. user=" + call.user() + " is not the owner of inode=" + path.lastPath());
        }
        return this;
    }

    /** The caller is a superuser, or owns the directory that what the path names is in; to set quotas, as HDFS says. */
    public PermissionChecker requireOwnerOfParent(ResolvedPath path) {
        if (!exempt && !(path.parent().isPresent() && owns(path.parent().get()))) {
            throw denied("Access denied for user " + call.user()
                    + ". Superuser or owner of parent folder privilege is required");
        }
        return this;
    }

    /** The caller is a superuser, to whom this operation is reserved. */
    public PermissionChecker requireSuperuser(String operation) {
        if (!exempt) {
            throw denied("Access denied for user " + call.user() + ". Superuser privilege is required for operation "
                    + operation);
        }
        return this;
    }

    /** Whether the sticky bit keeps the caller from removing this child from this directory. */
    public boolean isStuck(INode parent, INode child) {
        return !exempt && parent.attributes().permission().sticky() && !owns(parent) && !owns(child);
    }

    /** Whether the caller has this access to the inode. */
    public boolean allows(INode inode, Access access) {
        if (exempt) {
            return true;
        }
        Permission permission = inode.attributes().permission();
        if (owns(inode)) {
            return access.isIn(permission.ownerBits());
        }
        Acl acl = inode.attributes().features().acl();
        if (acl.hasAccessEntries()) {
            return allows(inode, acl, access);
        }
        if (call.caller().groups().contains(inode.attributes().group())) {
            return access.isIn(permission.groupBits());
        }
        return access.isIn(permission.otherBits());
    }

    /**
     * Whether the entries permit this to a caller who does not own the inode. As in HDFS and POSIX.1e, the entry of the
     * user decides, then any of the user's groups that permits it, and others only if no entry is about the caller.
     */
    private boolean allows(INode inode, Acl acl, Access access) {
        Permission permission = inode.attributes().permission();
        boolean met = false;
        for (AclEntry entry : acl.accessEntries()) {
            boolean permits = access.isIn(entry.bits() & permission.groupBits());
            if (entry.type() == AclEntry.EntryType.USER) {
                if (entry.name().equals(call.user())) {
                    return permits;
                }
            } else {
                String group =
                        entry.isNamed() ? entry.name() : inode.attributes().group();
                if (call.caller().groups().contains(group)) {
                    if (permits) {
                        return true;
                    }
                    met = true;
                }
            }
        }
        return !met && access.isIn(permission.otherBits());
    }

    /** The refusal of this access to an inode at a path. */
    public FsException refusal(FsPath path, INode inode, Access access) {
        return denied(
                "Permission denied: user=" + call.user() + ", access=" + access + ", inode=" + describe(path, inode));
    }

    /** The refusal to remove an inode at a path from its sticky parent. */
    public FsException stickyRefusal(FsPath path, INode inode, INode parent) {
        return denied("Permission denied by sticky bit: user=" + call.user() + ", path=" + describe(path, inode)
                + ", parent=" + describe(path.parent(), parent));
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
