package io.lambdafs.cli;

import org.jspecify.annotations.Nullable;

/** Something that the user can do something about: the message says what, and is all that is printed. */
final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CliException(String message) {
        super(message);
    }

    CliException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
