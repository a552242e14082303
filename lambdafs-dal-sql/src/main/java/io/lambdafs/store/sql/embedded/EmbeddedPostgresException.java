package io.lambdafs.store.sql.embedded;

/** The embedded server cannot be started or stopped; the message is a sentence that says what to do. */
public final class EmbeddedPostgresException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EmbeddedPostgresException(String message) {
        super(message);
    }

    EmbeddedPostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
