package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;

/** The name of an HDFS client in a request, under which its lease is kept. */
final class ClientName {
    private static final int MAX_CHARS = 1024;

    private ClientName() {}

    /** The name, refused if it is too long to be one. */
    static String of(String text) {
        if (text.length() > MAX_CHARS) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The client name has " + text.length() + " characters, more than " + MAX_CHARS);
        }
        return text;
    }
}
