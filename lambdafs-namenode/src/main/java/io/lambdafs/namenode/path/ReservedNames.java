package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;

/** The names that HDFS keeps for itself, and what it says to a user who wants to create something with them. */
public final class ReservedNames {
    private static final Name RESERVED = Name.of(".reserved");
    private static final Name INODES = Name.of(".inodes");
    private static final Name RAW = Name.of("raw");
    private static final Name SNAPSHOT = Name.of(".snapshot");
    private static final Name PARENT = Name.of("..");
    private static final String PREFIX = "/.reserved";

    /** The components of {@code /.reserved/.inodes/NUMBER}. */
    static final int INODE_PREFIX_DEPTH = 3;

    /** The components of {@code /.reserved/raw}. */
    private static final int RAW_PREFIX_DEPTH = 2;

    private ReservedNames() {}

    /**
     * The number with which the path begins, if it is of the form {@code /.reserved/.inodes/NUMBER/...}.
     *
     * @throws FsException with {@link ErrorCode#FILE_NOT_FOUND} if it is of that form, with something else for the number
     */
    static Optional<INodeId> inodeId(FsPath path) {
        if (path.depth() < INODE_PREFIX_DEPTH || !isBelow(path, INODES)) {
            return Optional.empty();
        }
        try {
            long number = Long.parseLong(path.components().get(2).toString());
            return Optional.of(number < 0 ? INodeId.NONE : new INodeId(number));
        } catch (NumberFormatException e) {
            throw new FsException(ErrorCode.FILE_NOT_FOUND, "Invalid inode path: " + path, e);
        }
    }

    /** Whether this component is the {@code ..} of {@code /.reserved/.inodes/NUMBER/..}. */
    static boolean isParentOfNumbered(FsPath path, int component) {
        return component == INODE_PREFIX_DEPTH
                && path.depth() > component
                && isBelow(path, INODES)
                && path.components().get(component).equals(PARENT);
    }

    /** Whether the path names something by {@code /.reserved/raw}, as a client that copies its raw attributes does. */
    public static boolean isRaw(FsPath path) {
        return isBelow(path, RAW);
    }

    /** What a raw path names, without {@code /.reserved/raw}. As on HDFS, {@code /.reserved/raw/.reserved} is a name like any other. */
    static FsPath withoutRaw(FsPath raw) {
        List<Name> names = raw.components().subList(RAW_PREFIX_DEPTH, raw.depth());
        return names.equals(List.of(RESERVED)) ? raw : FsPath.of(names);
    }

    private static boolean isBelow(FsPath path, Name name) {
        return path.depth() >= 2
                && path.components().get(0).equals(RESERVED)
                && path.components().get(1).equals(name);
    }

    /** Whether HDFS takes this cookie of a listing for a path, of which the last name counts, instead of for a name. */
    public static boolean isReserved(String cookie) {
        return cookie.startsWith(PREFIX);
    }

    /** Refuses a file at a path that HDFS refuses by its text alone. */
    public static void requireFileName(FsPath path) {
        boolean reserved = !path.isRoot() && path.components().get(0).equals(RESERVED);
        if (reserved && !isBelow(path, INODES) && !isBelow(path, RAW)) {
            throw new FsException(ErrorCode.INVALID_PATH, "Invalid path name " + path);
        }
    }

    /** The path, if it is not {@code /.reserved} itself. */
    public static FsPath requireNotReserved(FsPath path) {
        if (path.depth() == 1 && path.name().equals(RESERVED)) {
            throw new FsException(ErrorCode.INVALID_PATH, "Invalid path name " + path);
        }
        return path;
    }

    /** Refuses {@code /.reserved} itself as the destination of a move. */
    public static void requireDestination(FsPath path) {
        if (path.depth() == 1 && path.name().equals(RESERVED)) {
            throw new FsException(ErrorCode.INVALID_PATH, "Invalid path name Cannot rename to or from " + PREFIX);
        }
    }

    /** Refuses sources and targets of a concatenation that are named by number. */
    public static FsPath requireNotRelative(FsPath path) {
        if (isBelow(path, INODES) || isBelow(path, RAW)) {
            throw new FsException(
                    ErrorCode.IO_ERROR, "Concat operation doesn't support .reserved relative path : " + path);
        }
        return path;
    }

    /**
     * The path, of which the last components from this depth on are to be created, if they may be: nothing is created in
     * {@code /.reserved}, and nothing that is called {@code .snapshot}. The root has its {@code .snapshot} already.
     */
    public static void requireUsable(ResolvedPath at) {
        FsPath path = at.path();
        if (path.isRoot()) {
            return;
        }
        Name first = path.components().get(0);
        if (first.equals(RESERVED)) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "File name \".reserved\" is reserved and cannot be created.");
        }
        if (path.components().subList(at.chain().size() - 1, path.depth()).contains(SNAPSHOT)) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "\".snapshot\" is a reserved name.");
        }
    }

    /** Refuses to change what is in a directory's {@code .snapshot}. */
    static void requireNotInSnapshots(ResolvedPath at) {
        if (at.isInSnapshots()) {
            throw readOnly();
        }
    }

    private static FsException readOnly() {
        return new FsException(ErrorCode.SNAPSHOT_ACCESS_DENIED, "Modification on a read-only snapshot is disallowed");
    }

    /** Refuses what is in the root's {@code .snapshot}, which is there on HDFS and cannot be changed. */
    public static void requireChangeable(FsPath path) {
        if (!path.isRoot() && path.components().get(0).equals(SNAPSHOT)) {
            throw readOnly();
        }
    }
}
