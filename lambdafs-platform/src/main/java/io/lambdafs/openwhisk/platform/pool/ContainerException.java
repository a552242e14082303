package io.lambdafs.openwhisk.platform.pool;

/** A call of a container that got no usable HTTP reply. */
final class ContainerException extends Exception {
    /** How far the call came. */
    enum Kind {
        /** No connection was made: the call has certainly not run. */
        UNREACHABLE,
        /** The time was over; the call may have run. */
        TIMED_OUT,
        /** The connection broke or the reply was not HTTP with a length; the call may have run. */
        BROKEN
    }

    private final Kind kind;

    ContainerException(Kind kind, Throwable cause) {
        super(kind.name(), cause);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
