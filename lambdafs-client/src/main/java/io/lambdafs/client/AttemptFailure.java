package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ErrorCode;

/** How an attempt failed: the transport, what that means for the next attempt, and the message for the user. */
final class AttemptFailure {
    private final boolean overTcp;
    private final Kind kind;
    private final ErrorCode code;
    private final String message;

    AttemptFailure(boolean overTcp, Kind kind, ErrorCode code, String message) {
        this.overTcp = overTcp;
        this.kind = kind;
        this.code = code;
        this.message = message;
    }

    /** A retriable error that a NameNode answered. */
    static AttemptFailure answered(boolean overTcp, ErrorCode code, String message) {
        // A conflict passes by itself; what is full, fenced or broken is better asked for at another instance.
        return new AttemptFailure(
                overTcp, code.kind() == ErrorCode.Kind.CONFLICT ? Kind.LOST : Kind.BUSY, code, message);
    }

    static AttemptFailure of(boolean overTcp, TransportException exception) {
        return new AttemptFailure(overTcp, exception.kind(), exception.code(), String.valueOf(exception.getMessage()));
    }

    /** What the platform does not carry, although a connection that is there will. */
    static AttemptFailure tooLargeForHttp(TransportException exception) {
        return new AttemptFailure(false, Kind.LOST, exception.code(), String.valueOf(exception.getMessage()));
    }

    /** Whether the answer itself said what to change, so that nothing is to be waited for; only so often in one call. */
    boolean passesAtOnce(int attempts) {
        return attempts <= 2 && (code == ErrorCode.MISDATED || code == ErrorCode.WRONG_DEPLOYMENTS);
    }

    /** Whether the next attempt had better let the platform choose the instance. */
    boolean speaksForHttp() {
        return overTcp && (kind == Kind.TIMED_OUT || kind == Kind.BUSY) && !passesAtOnce(0);
    }

    /** Whether the platform has routed to an instance that is silent, so that only another instance helps. */
    boolean speaksForAnotherInstance() {
        return !overTcp && kind == Kind.TIMED_OUT;
    }

    Kind kind() {
        return kind;
    }

    ErrorCode code() {
        return code;
    }

    String message() {
        return message;
    }

    @Override
    public String toString() {
        return (overTcp ? "over TCP: " : "over HTTP: ") + message;
    }
}
