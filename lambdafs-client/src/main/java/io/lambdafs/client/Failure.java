package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ErrorCode;

/** How an attempt failed: over which transport, what that means for the next one, and what to tell the user. */
final class Failure {
    private final boolean overTcp;
    private final Kind kind;
    private final ErrorCode code;
    private final String message;

    Failure(boolean overTcp, Kind kind, ErrorCode code, String message) {
        this.overTcp = overTcp;
        this.kind = kind;
        this.code = code;
        this.message = message;
    }

    /** A retriable error that a NameNode answered. */
    static Failure answered(boolean overTcp, ErrorCode code, String message) {
        // A conflict passes by itself; what is full, fenced or broken is better asked for at another instance.
        return new Failure(overTcp, code.kind() == ErrorCode.Kind.CONFLICT ? Kind.LOST : Kind.BUSY, code, message);
    }

    static Failure of(boolean overTcp, TransportException exception) {
        return new Failure(overTcp, exception.kind(), exception.code(), String.valueOf(exception.getMessage()));
    }

    /** What the platform does not carry, although a connection that is there will. */
    static Failure tooLargeForHttp(TransportException exception) {
        return new Failure(false, Kind.LOST, exception.code(), String.valueOf(exception.getMessage()));
    }

    /** Whether the answer itself said what to change, so that nothing is to be waited for; only so often in one call. */
    boolean passesAtOnce(int attempts) {
        return attempts <= 2 && (code == ErrorCode.MISDATED || code == ErrorCode.WRONG_DEPLOYMENTS);
    }

    /** Whether the next attempt had better let the platform choose the instance. */
    boolean speaksForHttp() {
        return overTcp && (kind == Kind.TIMED_OUT || kind == Kind.BUSY) && !passesAtOnce(0);
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
