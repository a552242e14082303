package io.lambdafs.store.rocks.server;

/** The program cannot start; the message is a sentence that says what to do. */
final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }

    StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
