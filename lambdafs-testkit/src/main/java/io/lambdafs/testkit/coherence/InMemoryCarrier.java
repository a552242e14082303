package io.lambdafs.testkit.coherence;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coordinate.Member;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** The in-memory twin of a carrier: one simulated process's links to {@link InMemoryCarriers}. */
public final class InMemoryCarrier implements CoherenceCarrier {
    private final InMemoryCarriers coordinator;
    private final Mailbox requests;
    private final Mailbox deliveries;
    private final List<InMemorySession> sessions = new CopyOnWriteArrayList<>();
    private volatile boolean connected = true;

    InMemoryCarrier(InMemoryCarriers coordinator, Executor requests, Executor deliveries) {
        this.coordinator = coordinator;
        this.requests = new Mailbox(requests, this::isReachable);
        this.deliveries = new Mailbox(deliveries, this::isReachable);
    }

    @Override
    public Session join(Member self, Listener listener) {
        InMemorySession session = new InMemorySession(coordinator, this, self, listener);
        sessions.add(session);
        request(() -> coordinator.register(session));
        return session;
    }

    /** Cuts the process off: what it asks for and what it is to hear waits. */
    public void disconnect() {
        sessions.forEach(InMemorySession::prove);
        connected = false;
    }

    /** Ends the effect of {@link #disconnect}; a process whose session has expired meanwhile hears of that. */
    public void reconnect() {
        connected = true;
        handOver();
    }

    @Override
    public void close() {
        sessions.forEach(InMemorySession::leave);
        coordinator.forget(this);
    }

    boolean isReachable() {
        return connected && coordinator.isRunning();
    }

    boolean isConnected() {
        return connected;
    }

    void request(Runnable request) {
        requests.put(request);
        requests.handOver();
    }

    void delivery(Runnable delivery) {
        deliveries.put(delivery);
    }

    void handOver() {
        requests.handOver();
        deliveries.handOver();
    }

    void forget(InMemorySession session) {
        sessions.remove(session);
    }
}
