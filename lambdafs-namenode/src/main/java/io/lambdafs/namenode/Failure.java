package io.lambdafs.namenode;

import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.fs.FsException;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;

/**
 * What a caller learns about an exception; the one place where those of the store become error codes.
 *
 * @param message never a stack trace
 */
record Failure(ErrorCode code, String message) {
    static Failure of(RuntimeException e) {
        if (e instanceof FsException refused) {
            return new Failure(refused.code(), text(refused));
        }
        if (e instanceof StoreException store) {
            return ofStore(store);
        }
        if (e instanceof WrongDeploymentsException) {
            return new Failure(ErrorCode.WRONG_DEPLOYMENTS, text(e));
        }
        return new Failure(ErrorCode.INTERNAL, "internal error: " + e);
    }

    private static Failure ofStore(StoreException e) {
        return switch (e.kind()) {
            case CONFLICT ->
                e.getCause() instanceof FsException lost
                        ? new Failure(lost.code(), text(lost))
                        : new Failure(ErrorCode.CONFLICT, text(e));
            case UNAVAILABLE, EXPIRED -> new Failure(ErrorCode.STORE_UNAVAILABLE, text(e));
            // HDFS's NameNode enters its safe mode when its disks are full: reads go on, and writes are refused.
            case FULL -> new Failure(ErrorCode.SAFE_MODE, text(e));
            case FENCED -> new Failure(ErrorCode.NAMENODE_FENCED, text(e));
            case DUPLICATE_KEY, MISSING_ROW, INCOMPATIBLE, INTERNAL ->
                new Failure(ErrorCode.INTERNAL, "the store refused a change: " + e.kind() + ": " + text(e));
        };
    }

    private static String text(RuntimeException e) {
        return String.valueOf(e.getMessage());
    }
}
