package io.lambdafs.cli.deploy;

import static java.util.Objects.requireNonNull;

/** Functions were not deployed. The message is one sentence for the user that says why, and what to do. */
public final class DeployException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong, as far as somebody would act differently. */
    public enum Kind {
        /** An option, a setting or a file is missing or malformed. Nothing was sent. */
        INPUT,
        /** The platform does not accept the key, token or signature; or they do not allow this. */
        CREDENTIALS,
        /** A function, or something that functions need, is not there. */
        NOT_FOUND,
        /** Somebody else changes or owns the function. */
        CONFLICT,
        /** The platform refuses more requests for now. */
        THROTTLED,
        /** The platform does not answer, or fails. */
        UNAVAILABLE,
        /** The platform refuses the request for another reason. */
        REFUSED,
        /** The platform's answer cannot be understood. */
        GARBLED,
        /** The store records another number of functions. */
        OTHER_NUMBER,
        /** The functions that are there belong to another store or cluster. */
        OTHER_STORE,
        /** The functions are of another version of λFS than this program. */
        OTHER_VERSION,
        /** The function is there, and does not serve. */
        NOT_SERVING
    }

    private final Kind kind;

    DeployException(Kind kind, String message) {
        super(message);
        this.kind = requireNonNull(kind, "kind");
    }

    DeployException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = requireNonNull(kind, "kind");
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }
}
