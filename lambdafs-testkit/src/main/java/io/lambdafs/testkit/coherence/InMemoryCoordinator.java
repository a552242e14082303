package io.lambdafs.testkit.coherence;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** The in-memory twin of a coordinator: one simulated process's links to {@link InMemoryCoordination}. */
public final class InMemoryCoordinator implements Coordinator {
    private final InMemoryCoordination service;
    private final Mailbox requests;
    private final Mailbox deliveries;
    private final List<InMemorySession> sessions = new CopyOnWriteArrayList<>();
    private volatile boolean connected = true;
    private volatile boolean closed;

    InMemoryCoordinator(InMemoryCoordination service, Executor requests, Executor deliveries) {
        this.service = service;
        this.requests = new Mailbox(requests, this::isReachable);
        this.deliveries = new Mailbox(deliveries, this::isReachable);
    }

    @Override
    public Session join(Member self, Listener listener) {
        requireOpen();
        InMemorySession session = new InMemorySession(service, this, self, listener);
        sessions.add(session);
        request(() -> service.register(session));
        return session;
    }

    @Override
    public List<Member> members() {
        requireAnswer();
        return service.members();
    }

    @Override
    public void expel(Member dead) {
        requireAnswer();
        if (service.members().contains(dead)) {
            boolean unused = service.expel(dead.writer());
        }
    }

    private void requireAnswer() {
        requireOpen();
        if (!isReachable()) {
            throw new CoordinatorException("the coordinator does not answer");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new CoordinatorException("the coordinator is closed");
        }
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
        closed = true;
        sessions.forEach(InMemorySession::leave);
        service.forget(this);
    }

    boolean isReachable() {
        return connected && service.isRunning();
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
