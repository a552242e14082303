package io.lambdafs.coherence;

/** What a coordinator brought is not what this version sends. */
public final class MalformedInvException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedInvException(String message) {
        super(message);
    }

    public MalformedInvException(String message, Throwable cause) {
        super(message, cause);
    }
}
