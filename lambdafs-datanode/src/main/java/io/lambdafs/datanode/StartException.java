package io.lambdafs.datanode;

/** A start that failed for a reason that its user can do something about; the message says what. */
public final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }

    StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
