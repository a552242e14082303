package io.lambdafs.migration;

/** A migration cannot go on; the message says what to do. */
public final class MigrationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MigrationException(String message) {
        super(message);
    }
}
