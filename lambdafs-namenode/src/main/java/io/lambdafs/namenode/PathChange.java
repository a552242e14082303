package io.lambdafs.namenode;

import io.lambdafs.fs.FsException;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;

/** The loss of a race: a path is no longer what it was when it was resolved, and the transaction must run again. */
public final class PathChange {
    private PathChange() {}

    /** What makes the transaction runner try again, and in the end reaches the caller as PATH_CHANGED. */
    public static StoreException retriable(String path) {
        FsException changed =
                new FsException(ErrorCode.PATH_CHANGED, "the path was changed by another request: " + path);
        return new StoreException(StoreException.Kind.CONFLICT, "the path changed", changed);
    }
}
