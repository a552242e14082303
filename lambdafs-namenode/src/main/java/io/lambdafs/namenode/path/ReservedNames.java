package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.ErrorCode;

/** The names that HDFS keeps for itself; nothing may be created under them. */
public final class ReservedNames {
    private static final Name RESERVED = Name.of(".reserved");
    private static final Name SNAPSHOT = Name.of(".snapshot");

    private ReservedNames() {}

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
