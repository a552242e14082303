package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

/** A store operation that did not succeed; adapters translate their driver's errors into it, and into nothing else. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong, as far as a caller would act differently. */
    public enum Kind {
        /** Deadlock, serialization failure or a lock wait that took too long. The transaction is rolled back. */
        CONFLICT(true),
        /** No connection, or it broke. If it broke while committing, the outcome is unknown. */
        UNAVAILABLE(true),
        /** The store has no room for changes, on its disk or in its memory. Nothing was changed. Reads go on. */
        FULL(false),
        /** The transaction lived longer than its bound and was ended by the store. */
        EXPIRED(true),
        /** The writer has been fenced, or was never registered: it must register anew. */
        FENCED(false),
        /** A row with this key exists. The transaction can only be rolled back. */
        DUPLICATE_KEY(false),
        /** The row to be changed does not exist. */
        MISSING_ROW(false),
        /** The store holds data of another layout version, or is misconfigured; the message says what to do. */
        INCOMPATIBLE(false),
        /** A defect of the adapter or a value outside its bounds. */
        INTERNAL(false);

        private final boolean retriable;

        Kind(boolean retriable) {
            this.retriable = retriable;
        }

        /** Whether running the whole transaction again can succeed. */
        public boolean retriable() {
            return retriable;
        }
    }

    private final Kind kind;

    public StoreException(Kind kind, String message) {
        super(message);
        this.kind = requireNonNull(kind, "kind");
    }

    public StoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = requireNonNull(kind, "kind");
    }

    public Kind kind() {
        return kind;
    }
}
