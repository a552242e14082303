package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ResponseEnvelope;

/** No TCP at all: the http-only mode. */
final class NoTcp implements TcpPath {
    @Override
    public boolean reaches(int deployment) {
        return false;
    }

    @Override
    public int substituteFor(int deployment) {
        return -1;
    }

    @Override
    public int connections(int deployment) {
        return 0;
    }

    @Override
    public long lost() {
        return 0;
    }

    @Override
    public long lost(int deployment) {
        return 0;
    }

    @Override
    public long activatedAt(int deployment) {
        return Long.MIN_VALUE;
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
