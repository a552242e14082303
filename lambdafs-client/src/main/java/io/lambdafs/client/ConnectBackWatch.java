package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * HTTP, watched for functions that answer but never connect back: then every call goes by HTTP, which is many times
 * slower, and the user gets one warning. Thread-safe.
 */
final class ConnectBackWatch implements Transport {
    /** So many answers by HTTP without any connection are no accident. */
    static final int ANSWERS = 20;

    /** How long connecting back may take: many callers may have their first answers before the first connection is open. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long NONE = Long.MIN_VALUE;

    private final Transport http;
    private final TcpPath tcp;
    private final TcpOffer offer;
    private final String bindAddress;
    private final ClientEnvironment environment;
    private final AtomicLong answers = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong firstAnswerAt = new AtomicLong(NONE);

    /** Watches this transport, whose calls make this offer. */
    ConnectBackWatch(Transport http, TcpPath tcp, TcpOffer offer, String bindAddress, ClientEnvironment environment) {
        this.http = http;
        this.tcp = tcp;
        this.offer = offer;
        this.bindAddress = bindAddress;
        this.environment = environment;
    }

    @Override
    public ResponseEnvelope send(Attempt attempt) throws TransportException, InterruptedException {
        ResponseEnvelope response = http.send(attempt);
        if (!over.get()) {
            answered();
        }
        return response;
    }

    private void answered() {
        long now = environment.nanoTime();
        firstAnswerAt.compareAndSet(NONE, now);
        long count = answers.incrementAndGet();
        if (tcp.wasReached()) {
            over.set(true);
        } else if (count >= ANSWERS && now - firstAnswerAt.get() >= PATIENCE_NANOS && over.compareAndSet(false, true)) {
            environment.warn(message(count));
        }
    }

    private String message(long count) {
        return "Functions have answered " + count + " calls by HTTP, and none has connected back to "
                + String.join(", ", offer.endpoints())
                + ". All calls go by HTTP, which is many times slower than TCP. Set "
                + ClientKey.TCP_BIND_ADDRESS.key() + " (now " + bindAddress
                + "), and where the functions see this machine"
                + " under another address " + ClientKey.TCP_ADVERTISED_ADDRESS.key()
                + ", to an address that the functions can reach. Set " + ClientKey.TCP_TLS.key()
                + " to true, if the cluster is in secure mode. Or set " + ClientKey.TCP_ENABLED.key()
                + " to false, if HTTP is what you want.";
    }
}
