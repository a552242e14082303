package io.lambdafs.namenode.rpc;

import com.esotericsoftware.minlog.Log;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Invitation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The TCP connections that this instance has opened to clients. Thread-safe.
 *
 * <p>An HTTP request tells where its client listens; so does an invitation over a connection that clients share. From then on the
 * client sends requests over the connection, for as long as both live.
 */
public final class ClientConnections implements AutoCloseable {
    private static final int MAX_ENDPOINTS = 8;

    /** Clients call no more often than in seconds to keep an instance warm. */
    private static final long ACTIVATION_NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long NEVER = Long.MIN_VALUE;

    private final RpcConfig config;
    private final RequestHandler handler;
    private final Executor requests;
    private final ThreadFactory threads;
    private final Map<UUID, ClientConnection> open = new ConcurrentHashMap<>();
    private final Set<ClientConnection> retired = ConcurrentHashMap.newKeySet();
    private final AtomicLong toldOfActivation = new AtomicLong(NEVER);
    private final LongAdder served = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder invited = new LongAdder();
    private volatile boolean closed;

    /**
     * No connections yet.
     *
     * @param handler answers requests
     * @param requests runs the handler; bounded, and rejecting what it cannot take
     * @param threads makes the threads that connect and read; daemons
     */
    public ClientConnections(RpcConfig config, RequestHandler handler, Executor requests, ThreadFactory threads) {
        this.config = config;
        this.handler = handler;
        this.requests = requests;
        this.threads = threads;
        // KryoNet's logger writes stack traces to stdout, which is the function's log.
        Log.NONE();
    }

    /**
     * Sees to it that there is a connection to this client, without waiting for it. Without effect while there is one,
     * while one is being opened, or when there are too many.
     *
     * @param endpoints addresses as {@code host:port}, tried in this order
     * @throws IllegalArgumentException if an endpoint or the secret cannot be one
     */
    public void connectIfAbsent(UUID client, List<String> endpoints, byte[] secret) {
        connectIfAbsent(client, endpoints, secret, ResponseEnvelope.OLDEST_VERSION);
    }

    /**
     * The same, for a client that says which answers it reads.
     *
     * @param answers the newest version of {@link ResponseEnvelope} that it reads, at least the oldest one
     */
    public void connectIfAbsent(UUID client, List<String> endpoints, byte[] secret, int answers) {
        connectIfAbsent(new ClientOffer(client, endpoints, secret, new byte[0], answers));
    }

    /**
     * The same for an offer, which may be of an encrypted connection. An instance in secure mode overlooks others.
     *
     * @throws IllegalArgumentException if an endpoint or the secret cannot be one
     */
    public void connectIfAbsent(ClientOffer offer) {
        boolean unused = connect(offer);
    }

    /** Whether a connection is being opened for this. */
    private boolean connect(ClientOffer offer) {
        if (closed || open.containsKey(offer.client())) {
            return false;
        }
        List<ClientEndpoint> parsed = parse(offer.endpoints());
        // Before what takes the most time: making what encrypts.
        if ((config.onlyEncrypted() && !offer.isEncrypted()) || isFull()) {
            refused.increment();
            return false;
        }
        Greeting greeting = new Greeting(offer, config.deployment(), config.instance());
        ClientConnection connection = admit(offer, greeting);
        if (connection == null) {
            return false;
        }
        threads.newThread(connection::run).start();
        threads.newThread(() -> connection.connect(parsed, config.connectTimeout()))
                .start();
        return true;
    }

    /**
     * Tells every client that the platform has just called this instance, which need not be called once more to be kept warm.
     * To be called at each such call; most of them come so soon after another that nothing is sent.
     *
     * @param nowNanos by a clock of the caller's, always the same
     */
    public void activated(long nowNanos) {
        long last = toldOfActivation.get();
        boolean isNews = last == NEVER || nowNanos - last >= ACTIVATION_NEWS_NANOS;
        if (isNews && toldOfActivation.compareAndSet(last, nowNanos)) {
            open.values().stream().filter(ClientConnection::isConnected).forEach(ClientConnection::sayActivated);
        }
    }

    /**
     * Tells every client to ask no more over its connection, which {@link #closeRetired} is to close a little later. A client
     * that asks by HTTP meanwhile gets another one. Returns at once.
     */
    public void retireAll() {
        open.forEach((client, connection) -> {
            // One that is still connecting has not been asked anything; should it succeed, it is told the next time.
            if (connection.isConnected()) {
                retired.add(connection);
                open.remove(client, connection);
                connection.sayGoodbye();
            }
        });
    }

    /** Closes what has been retired; what a client still waits for there it asks for elsewhere. */
    public void closeRetired() {
        retired.removeIf(connection -> {
            connection.close();
            return true;
        });
    }

    /** Clients connected now, without those that were asked to send no more requests. */
    public int connections() {
        return (int)
                open.values().stream().filter(ClientConnection::isConnected).count();
    }

    /** Requests answered over TCP so far. */
    public long served() {
        return served.sum();
    }

    /** Connections opened because another client shared its own, by an invitation. */
    public long invitations() {
        return invited.sum();
    }

    /** Connections not opened because there were too many, or because they would not have been encrypted in secure mode. */
    public long refused() {
        return refused.sum();
    }

    @Override
    public void close() {
        closed = true;
        open.values().forEach(ClientConnection::close);
        closeRetired();
    }

    /** A client asks on behalf of another one of its machine, which may be of another version. */
    private void invited(Invitation invitation) {
        if (connect(ClientOffer.of(invitation))) {
            invited.increment();
        }
    }

    private boolean isFull() {
        return open.size() + retired.size() >= config.maxClients();
    }

    private synchronized @Nullable ClientConnection admit(ClientOffer offer, Greeting greeting) {
        UUID client = offer.client();
        if (closed || open.containsKey(client)) {
            return null;
        }
        if (isFull()) {
            refused.increment();
            return null;
        }
        HeldInvitations invitations = new HeldInvitations(handler, this::invited);
        RequestDispatch dispatch =
                new RequestDispatch(invitations, requests, config.maxInFlightPerClient(), served, offer.answers());
        ClientConnection connection =
                new ClientConnection(greeting, dispatch, closing -> open.remove(client, closing), invitations::hold);
        open.put(client, connection);
        return connection;
    }

    private static List<ClientEndpoint> parse(List<String> endpoints) {
        if (endpoints.isEmpty() || endpoints.size() > MAX_ENDPOINTS) {
            throw new IllegalArgumentException("1 to " + MAX_ENDPOINTS + " endpoints are expected");
        }
        List<ClientEndpoint> parsed = new ArrayList<>();
        for (String endpoint : endpoints) {
            parsed.add(ClientEndpoint.parse(endpoint));
        }
        return parsed;
    }
}
