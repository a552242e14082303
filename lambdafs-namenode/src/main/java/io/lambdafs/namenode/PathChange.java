package io.lambdafs.namenode;

import io.lambdafs.fs.FsException;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;

/** The loss of a race: a path is no longer what it was when it was resolved, and the transaction must run again. */
public final class PathChange {
    private PathChange() {}

    /** What makes the transaction runner try again, and in the end reaches the caller as PATH_CHANGED. */
    public static StoreException retriable(String path) {
        return of(new FsException(ErrorCode.PATH_CHANGED, "the path was changed by another request: " + path));
    }

    /** The same for an insertion that found the name taken: it was free when the path was resolved. */
    static StoreException retriable(StoreException duplicateKey) {
        return of(new FsException(
                ErrorCode.PATH_CHANGED, "the name was taken by another request: " + duplicateKey.getMessage()));
    }

    private static StoreException of(FsException changed) {
        return new StoreException(StoreException.Kind.CONFLICT, "the path changed", changed);
    }
}
