package io.lambdafs.coherence;

/** The coordinator could not be reached or did not answer within its bound; trying again later can succeed. */
public final class CoordinatorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CoordinatorException(String message) {
        super(message);
    }

    public CoordinatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
