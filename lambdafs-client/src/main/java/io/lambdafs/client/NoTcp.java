package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.wire.ResponseEnvelope;

/** No TCP at all: the http-only mode. */
final class NoTcp implements TcpPath {
    @Override
    public boolean reaches(int deployment) {
        return false;
    }

    @Override
    public boolean wasReached() {
        return false;
    }

    @Override
    public ResponseEnvelope send(Attempt attempt) throws TransportException {
        throw new TransportException(Kind.LOST, "TCP is switched off");
    }
}
