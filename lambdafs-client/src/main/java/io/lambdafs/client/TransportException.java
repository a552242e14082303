package io.lambdafs.client;

import io.lambdafs.wire.ErrorCode;

/** Why an attempt brought no answer of a NameNode, and what to do about it. */
final class TransportException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What the resubmission loop may do next. */
    enum Kind {
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

    TransportException(Kind kind, String message) {
        this(kind, ErrorCode.IO_ERROR, message);
    }

    TransportException(Kind kind, ErrorCode code, String message) {
        super(message);
        this.kind = kind;
        this.code = code;
    }

    Kind kind() {
        return kind;
    }

    /** What it means to the user when it is the last word. */
    ErrorCode code() {
        return code;
    }
}
