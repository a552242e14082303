package io.lambdafs.store.rocks.net;

import java.io.IOException;

/** The other end of a connection speaks the engine's protocol without TLS, and this end speaks TLS. */
final class PlainPeerException extends IOException {
    private static final long serialVersionUID = 1L;

    PlainPeerException(String message) {
        super(message);
    }
}
