package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.store.volume.ByteString;

/** What a program asks, copied from the shared memory. Nothing in it can be trusted. */
record IpcRequest(int operation, long handle, long handle2, long a1, long a2, long a3, RequestData data) {
    IpcRequest {
        requireNonNull(data, "data");
    }

    /** The first part of the data, as a path or a name. */
    ByteString first() {
        return data.text(0, data.length());
    }

    ByteString second() {
        return data.text(data.length(), data.length() + data.length2());
    }

    /** An argument that must be in these bounds. */
    static int bounded(long argument, long least, long most) {
        if (argument < least || argument > most) {
            throw new PosixException(Errno.EINVAL, "an argument of " + argument);
        }
        return (int) argument;
    }
}
