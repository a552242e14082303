package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.ErrorCode;
import java.util.Optional;
import java.util.regex.Pattern;

/** The names that HDFS keeps for itself; nothing may be created under them. */
public final class ReservedNames {
    private static final Name RESERVED = Name.of(".reserved");
    private static final Name INODES = Name.of(".inodes");
    private static final Name SNAPSHOT = Name.of(".snapshot");

    /** The components of {@code /.reserved/.inodes/NUMBER}. */
    static final int INODE_PREFIX_DEPTH = 3;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private ReservedNames() {}

    /** The inode by whose number the path begins, if it is of the form {@code /.reserved/.inodes/NUMBER/...}. */
    static Optional<INodeId> inodeId(FsPath path) {
        if (path.depth() < INODE_PREFIX_DEPTH
                || !path.components().get(0).equals(RESERVED)
                || !path.components().get(1).equals(INODES)) {
            return Optional.empty();
        }
        String number = path.components().get(2).toString();
        return NUMBER.matcher(number).matches() ? Optional.of(new INodeId(Long.parseLong(number))) : Optional.empty();
    }

    /** The path, if something may be created at it. */
    public static FsPath requireUsable(FsPath path) {
        if (!path.isRoot() && path.components().get(0).equals(RESERVED)) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "File name \".reserved\" is reserved and cannot be created.");
        }
        if (path.components().contains(SNAPSHOT)) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "\".snapshot\" is a reserved name.");
        }
        return path;
    }
}
