package io.lambdafs.client.platform;

import io.lambdafs.wire.ErrorCode;

/** Why an attempt brought no answer of a NameNode, and what to do about it. */
public final class TransportException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What the resubmission loop may do next. */
    public enum Kind {
        /** Sending again cannot help. */
        FINAL,
        /** No connection, or it was lost; the request may or may not have been carried out. */
        LOST,
        /** No answer in time; the request may still be carried out. */
        TIMED_OUT,
        /** The peer is there and asks to come back later. */
        BUSY,
        /** The platform takes no more calls for now: there were too many in the last minute, or are too many at once. */
        THROTTLED,
        /** The peer answered something that is not an answer. */
        GARBLED,
        /** There is no such function: the number of deployments may have changed. */
        NO_SUCH_FUNCTION
    }

    private final Kind kind;
    private final ErrorCode code;
    private final long retryAfterMillis;

    /** A failure whose meaning to the user is an I/O error, should it be the last word. */
    public TransportException(Kind kind, String message) {
        this(kind, ErrorCode.IO_ERROR, message);
    }

    /** A failure that means this to the user, should it be the last word. */
    public TransportException(Kind kind, ErrorCode code, String message) {
        this(kind, code, message, 0);
    }

    /** A refusal that says after which time to come back. */
    public TransportException(Kind kind, ErrorCode code, String message, long retryAfterMillis) {
        super(message);
        this.kind = kind;
        this.code = code;
        this.retryAfterMillis = retryAfterMillis;
    }

    /** After which time to come back, as the peer says; 0 if it does not. Not checked for sense. */
    public long retryAfterMillis() {
        return retryAfterMillis;
    }

    /** What the resubmission loop may do next. */
    public Kind kind() {
        return kind;
    }

    /** What it means to the user when it is the last word. */
    public ErrorCode code() {
        return code;
    }
}
