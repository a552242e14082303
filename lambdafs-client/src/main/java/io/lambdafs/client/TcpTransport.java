package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.client.tcp.ConnectionLostException;
import io.lambdafs.client.tcp.ReverseServer;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.concurrent.TimeoutException;

/** Sends requests over the connections that instances have opened. */
final class TcpTransport implements TcpPath {
    private final ReverseServer server;

    TcpTransport(ReverseServer server) {
        this.server = server;
    }

    @Override
    public boolean reaches(int deployment) {
        return server.reaches(deployment);
    }

    @Override
    public int substituteFor(int deployment) {
        return server.substituteFor(deployment);
    }

    @Override
    public long lost() {
        return server.lost();
    }

    @Override
    public long lost(int deployment) {
        return server.lost(deployment);
    }

    @Override
    public long activatedAt(int deployment) {
        return server.activatedAt(deployment);
    }

    @Override
    public boolean wasReached() {
        return server.wasReached();
    }

    @Override
    public ResponseEnvelope send(Attempt attempt) throws TransportException, InterruptedException {
        try {
            byte[] response = server.call(
                    attempt.deployment(), attempt.request(), attempt.timeout().toNanos());
            return attempt.responseFrom(response);
        } catch (ConnectionLostException e) {
            throw new TransportException(Kind.LOST, String.valueOf(e.getMessage()));
        } catch (TimeoutException e) {
            throw new TransportException(Kind.TIMED_OUT, String.valueOf(e.getMessage()));
        }
    }
}
