package io.lambdafs.faas.mount;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.transaction.TransactionException;

/** What failures are to callers of the operating system. */
final class MountFailures {
    private MountFailures() {}

    static PosixException of(TransactionException e) {
        Errno errno = switch (e.reason()) {
            case TOO_LARGE -> Errno.EFBIG;
            case FULL -> Errno.ENOSPC;
            case NO_VOLUME -> Errno.ESTALE;
            case EXPIRED, UNAVAILABLE -> Errno.EIO;
        };
        return new PosixException(errno, String.valueOf(e.getMessage()));
    }
}
