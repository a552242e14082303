package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.client.sharing.Line;
import io.lambdafs.client.sharing.LocalServers;
import io.lambdafs.client.sharing.SharingMetrics;
import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.client.tcp.ConnectionLostException;
import io.lambdafs.client.tcp.ReverseServer;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends requests over the connections that instances have opened: to the client's own server, or to another one of this JVM. */
final class TcpTransport implements TcpPath {
    private final ReverseServer server;
    private final LocalServers others;
    private final StackSharing sharing;
    private final SharingMetrics metrics;

    /**
     * Over these servers' connections.
     *
     * @param server the client's own
     * @param sharing whose connections to use where the client's own server has none
     */
    TcpTransport(ReverseServer server, StackSharing sharing, SharingMetrics metrics) {
        this.server = server;
        this.others = sharing.servers();
        this.sharing = sharing;
        this.metrics = metrics;
    }

    @Override
    public boolean reaches(int deployment) {
        return server.reaches(deployment) || others.reaching(deployment) != null;
    }

    @Override
    public int substituteFor(int deployment) {
        int substitute = server.substituteFor(deployment);
        return substitute >= 0 ? substitute : others.substituteFor(deployment);
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
    public @Nullable Line lineTo(int deployment) {
        return sharing.lineTo(deployment);
    }

    @Override
    public ResponseEnvelope send(Attempt attempt) throws TransportException, InterruptedException {
        return answer(attempt, () -> response(attempt));
    }

    @Override
    public ResponseEnvelope send(Attempt attempt, Line line) throws TransportException, InterruptedException {
        long nanos = attempt.timeout().toNanos();
        return answer(attempt, () -> line.call(server.invitation(), attempt.request(), nanos));
    }

    /** Gives the bytes of an answer. */
    private interface Sending {
        byte[] response() throws ConnectionLostException, TimeoutException, InterruptedException;
    }

    private static ResponseEnvelope answer(Attempt attempt, Sending sending)
            throws TransportException, InterruptedException {
        try {
            return attempt.responseFrom(sending.response());
        } catch (ConnectionLostException e) {
            throw new TransportException(Kind.LOST, String.valueOf(e.getMessage()));
        } catch (TimeoutException e) {
            throw new TransportException(Kind.TIMED_OUT, String.valueOf(e.getMessage()));
        }
    }

    private byte[] response(Attempt attempt) throws ConnectionLostException, TimeoutException, InterruptedException {
        int deployment = attempt.deployment();
        long nanos = attempt.timeout().toNanos();
        ReverseServer other = server.reaches(deployment) ? null : others.reaching(deployment);
        if (other == null || other == server) {
            return server.call(deployment, attempt.request(), nanos);
        }
        metrics.sharedWithinJvm();
        return other.callFor(server.invitation(), deployment, attempt.request(), nanos);
    }
}
