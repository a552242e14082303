package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.sharing.Line;
import io.lambdafs.client.sharing.LocalServers;
import io.lambdafs.client.sharing.SharingMetrics;
import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.client.tcp.ConnectionLostException;
import io.lambdafs.client.tcp.ReverseServer;
import io.lambdafs.client.tcp.SentRequest;
import io.lambdafs.client.tcp.WaitWatch;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends requests over the connections that instances have opened: to the client's own server, or to another one of this JVM. */
final class TcpTransport implements TcpPath {
    private final ReverseServer server;
    private final LocalServers others;
    private final StackSharing sharing;
    private final SharingMetrics metrics;
    private final RepeatedTcp repeated;

    /**
     * Over these servers' connections.
     *
     * @param server the client's own
     * @param sharing whose connections to use where the client's own server has none
     * @param repeated sends what takes long to another instance as well
     */
    TcpTransport(ReverseServer server, StackSharing sharing, SharingMetrics metrics, RepeatedTcp repeated) {
        this.server = server;
        this.others = sharing.servers();
        this.sharing = sharing;
        this.metrics = metrics;
        this.repeated = repeated;
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
    public int connections(int deployment) {
        return server.connections(deployment);
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
    public boolean lostWithin(int deployment, Duration time) {
        return server.lostWithin(deployment, time);
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
        return repeated.send(attempt, this);
    }

    @Override
    public ResponseEnvelope send(Attempt attempt, WaitWatch watch) throws TransportException, InterruptedException {
        return answer(attempt, () -> response(attempt, watch));
    }

    @Override
    public @Nullable SentRequest begin(Attempt attempt) {
        try {
            return server.begin(attempt.deployment(), attempt.request());
        } catch (ConnectionLostException e) {
            return null;
        }
    }

    @Override
    public void answered(String method, long tookNanos) {
        repeated.answered(method, tookNanos);
    }

    @Override
    public int elsewhere(int deployment, String instance) {
        boolean reached =
                server.reachesOther(deployment, instance) || others.reachingOther(deployment, instance) != null;
        return reached ? deployment : substituteFor(deployment);
    }

    @Override
    public ResponseEnvelope sendElsewhere(Attempt copy, String instance)
            throws TransportException, InterruptedException {
        int deployment = copy.deployment();
        long nanos = copy.timeout().toNanos();
        ReverseServer other =
                server.reachesOther(deployment, instance) ? null : others.reachingOther(deployment, instance);
        ReverseServer asked = other == null ? server : other;
        return answer(copy, () -> asked.callOther(deployment, instance, copy.request(), nanos));
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

    private byte[] response(Attempt attempt, WaitWatch watch)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        int deployment = attempt.deployment();
        long nanos = attempt.timeout().toNanos();
        SentRequest sent = attempt.sent();
        if (sent != null) {
            return sent.await(nanos, watch);
        }
        ReverseServer other = server.reaches(deployment) ? null : others.reaching(deployment);
        if (other == null || other == server) {
            return server.call(deployment, attempt.request(), nanos, watch);
        }
        metrics.sharedWithinJvm();
        return other.callFor(server.invitation(), deployment, attempt.request(), nanos, watch);
    }
}
