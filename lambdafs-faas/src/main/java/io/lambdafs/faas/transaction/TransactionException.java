package io.lambdafs.faas.transaction;

import static java.util.Objects.requireNonNull;

/** A transaction cannot go on. Nothing of it was stored. */
public final class TransactionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** The store has not what it needs to read any more. It can run again from its beginning. */
        EXPIRED,
        /** It reads or writes more than a transaction may. */
        TOO_LARGE,
        /** The store has no room. */
        FULL,
        /** The store does not answer. */
        UNAVAILABLE,
        /** The volume was deleted. */
        NO_VOLUME
    }

    private final Reason reason;

    public TransactionException(Reason reason, String message) {
        super(message);
        this.reason = requireNonNull(reason, "reason");
    }

    public TransactionException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
    }

    public Reason reason() {
        return reason;
    }
}
