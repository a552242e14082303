package io.lambdafs.coordinator.zk;

/** A znode among the INVs is not what this version writes there. */
final class MalformedInvException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedInvException(String message) {
        super(message);
    }

    MalformedInvException(String message, Throwable cause) {
        super(message, cause);
    }
}
