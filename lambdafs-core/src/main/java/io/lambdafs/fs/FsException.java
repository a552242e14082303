package io.lambdafs.fs;

import io.lambdafs.wire.ErrorCode;
import java.util.Objects;

/** An operation that was refused: the code says what a caller can do about it, and the message is for the user. */
public final class FsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public FsException(ErrorCode code, String message) {
        super(message);
        this.code = Objects.requireNonNull(code, "code");
    }

    public FsException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code");
    }

    public ErrorCode code() {
        return code;
    }
}
