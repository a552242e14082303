package io.lambdafs.store.rocks.net;

import java.io.IOException;

/** The other end sent bytes that are no frame of this protocol. Its connection is of no use any more. */
final class MalformedFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedFrameException(String message) {
        super(message);
    }
}
