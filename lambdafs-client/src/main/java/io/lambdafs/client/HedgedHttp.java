package io.lambdafs.client;

import io.lambdafs.client.hedge.HedgeThreads;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * HTTP, hedged by TCP: a call that waits long is sent over a connection as well, and the first answer wins. Thread-safe.
 *
 * <p>A platform may go on routing to a container that has died, and answer many seconds later that it has; meanwhile
 * another instance may have connected. The copy carries the same request id and says that it is not the first
 * submission, as each resubmission does. So the NameNodes carry the request out at most once, whichever of them has it
 * first. Once there is a copy, the refusal of a submission that did not know of it settles nothing: the other may yet
 * take effect. Such an answer counts as none, and the request is sent again.
 */
final class HedgedHttp implements Transport {
    /** After so many times the time until the first look, the instance of another function serves as well. */
    private static final int WAITED_LONG = 4;

    /** For so long after a connection was lost the platform may route calls to its dead instance. OpenWhisk needs about 12 s. */
    static final Duration MAYBE_DEAD = Duration.ofSeconds(30);

    private final Transport http;
    private final TcpPath tcp;
    private final Duration after;
    private final Duration tcpTimeout;
    private final HedgeThreads threads;
    private final ClientMetrics metrics;
    private final LongSupplier nanoTime;

    /**
     * HTTP with a hedge.
     *
     * @param after how long a call waits by HTTP before it is sent over TCP as well
     * @param tcpTimeout how long the copy is waited for
     */
    HedgedHttp(
            Transport http,
            TcpPath tcp,
            Duration after,
            Duration tcpTimeout,
            HedgeThreads threads,
            ClientMetrics metrics,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.http = http;
        this.tcp = tcp;
        this.after = after;
        this.tcpTimeout = tcpTimeout;
        this.threads = threads;
        this.metrics = metrics;
    }

    @Override
    public ResponseEnvelope send(Attempt attempt) throws TransportException, InterruptedException {
        Hedge hedge = new Hedge(attempt);
        hedge.begin();
        try {
            return hedge.checked(http.send(attempt));
        } catch (TransportException e) {
            ResponseEnvelope byTcp = hedge.response();
            if (byTcp != null) {
                return byTcp;
            }
            throw e;
        } finally {
            hedge.end();
        }
    }

    /** The copies of one request that waits by HTTP. */
    private final class Hedge {
        private final Attempt attempt;
        private final long begun = nanoTime.getAsLong();
        private HedgeThreads.@Nullable Look look;
        private boolean sent;
        private boolean ended;
        private @Nullable ResponseEnvelope response;

        Hedge(Attempt attempt) {
            this.attempt = attempt;
        }

        synchronized void begin() {
            look = threads.lookAfter(after, this::look);
        }

        synchronized void end() {
            ended = true;
            if (look != null) {
                look.cancel();
            }
        }

        synchronized @Nullable ResponseEnvelope response() {
            return response;
        }

        /** The answer by HTTP, unless a copy of the request makes it void. */
        synchronized ResponseEnvelope checked(ResponseEnvelope byHttp) throws TransportException {
            if (!sent || byHttp.isSettled()) {
                return byHttp;
            }
            if (response != null) {
                return response;
            }
            throw new TransportException(Kind.LOST, "Another submission of the request is still under way over TCP");
        }

        /** On the thread of the looks, which must not wait. */
        private void look() {
            int connected = connection();
            if (connected >= 0) {
                threads.execute(() -> sendCopy(connected), this::lookAgain);
            } else {
                lookAgain();
            }
        }

        /** Of the function itself; of any if its instance is probably dead, or if the call has waited long in vain. */
        private int connection() {
            int deployment = attempt.deployment();
            if (tcp.reaches(deployment)) {
                return deployment;
            }
            boolean any = tcp.lostWithin(deployment, MAYBE_DEAD)
                    || nanoTime.getAsLong() - begun >= WAITED_LONG * after.toNanos();
            return any ? tcp.substituteFor(deployment) : -1;
        }

        private synchronized void lookAgain() {
            if (!ended) {
                look = threads.lookAfter(HedgeThreads.LOOK_INTERVAL, this::look);
            }
        }

        private void sendCopy(int deployment) {
            synchronized (this) {
                if (ended) {
                    return;
                }
                sent = true;
            }
            try {
                metrics.hedged();
                take(tcp.send(attempt.copy(deployment, tcpTimeout)));
            } catch (TransportException e) {
                lookAgain();
            } catch (InterruptedException e) {
                // The client is being closed.
                Thread.currentThread().interrupt();
            }
        }

        private void take(ResponseEnvelope byTcp) {
            ErrorCode error = byTcp.error();
            if (error != null && (error.retriable() || !byTcp.isSettled())) {
                lookAgain();
                return;
            }
            synchronized (this) {
                response = byTcp;
            }
            attempt.cancellation().cancel();
        }
    }
}
