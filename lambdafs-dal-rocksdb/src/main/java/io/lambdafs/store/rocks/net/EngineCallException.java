package io.lambdafs.store.rocks.net;

import org.jspecify.annotations.Nullable;

/** A request got no answer. The {@link #fate} says what is known of it. */
public final class EngineCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Fate fate;

    EngineCallException(Fate fate, String message) {
        this(fate, message, null);
    }

    EngineCallException(Fate fate, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.fate = fate;
    }

    /** What may have become of the request. */
    public Fate fate() {
        return fate;
    }

    /** What may have become of a request without an answer. */
    public enum Fate {
        /** Not all of it left this process. The engine has not carried it out and never will. It may be sent again. */
        NEVER_SENT,

        /** It was sent, and the connection was lost or the caller waits no longer. It may or may not have been carried out. */
        IN_DOUBT,

        /** It was carried out, and its answer is too long for a frame. The connection goes on. */
        UNANSWERABLE,

        /**
         * It was not sent, because the engine and this client do not belong together: another secret or version, or an engine
         * that the client does not want. The message says what to do. Another attempt is refused too until that has been done.
         */
        REFUSED
    }
}
