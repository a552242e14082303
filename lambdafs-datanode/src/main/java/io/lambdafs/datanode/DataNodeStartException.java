package io.lambdafs.datanode;

/** A start that failed for a reason that its user can do something about; the message says what. */
public final class DataNodeStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DataNodeStartException(String message) {
        super(message);
    }

    DataNodeStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
