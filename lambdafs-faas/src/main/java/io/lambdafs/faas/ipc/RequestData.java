package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.store.volume.ByteString;

/** The data of a request: two parts, one behind the other. The array is longer, and belongs to the server. */
final class RequestData {
    private final byte[] bytes;
    private final int length;
    private final int length2;

    RequestData(byte[] bytes, int length, int length2) {
        this.bytes = bytes;
        this.length = length;
        this.length2 = length2;
    }

    boolean hasSoundLengths() {
        return length >= 0 && length2 >= 0 && (long) length + length2 <= bytes.length;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Of the first part. */
    int length() {
        return length;
    }

    int length2() {
        return length2;
    }

    ByteString text(int from, int to) {
        if (to - from > PathWalk.MOST_BYTES) {
            throw new PosixException(Errno.ENAMETOOLONG, "a path of " + (to - from) + " bytes");
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] == 0) {
                throw new PosixException(Errno.EINVAL, "a path with a zero byte");
            }
        }
        return ByteString.copy(bytes, from, to);
    }
}
