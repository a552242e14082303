package io.lambdafs.faas.posix;

import static java.util.Objects.requireNonNull;

/** A call that failed. It has no stack trace: programs make calls fail all the time, to see whether a file is there. */
public final class PosixException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Errno errno;

    public PosixException(Errno errno, String what) {
        super(what + ": " + errno.text(), null, false, false);
        this.errno = requireNonNull(errno, "errno");
    }

    public Errno errno() {
        return errno;
    }
}
