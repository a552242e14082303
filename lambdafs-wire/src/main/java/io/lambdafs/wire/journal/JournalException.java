package io.lambdafs.wire.journal;

/** A journal is damaged, or says something that cannot be: it was torn, edited, or belongs to another subtree. */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public JournalException(String message) {
        super(message);
    }
}
