package io.lambdafs.testkit.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Coordinator.Listener;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One incarnation of a simulated process, as itself and as {@link InMemoryCoordination} know it. */
final class InMemorySession implements Coordinator.Session {
    private final InMemoryCoordination service;
    private final InMemoryCoordinator process;
    private final Member self;
    private final Listener listener;
    private volatile boolean registered;
    private volatile boolean ended;
    private volatile long proven;

    InMemorySession(InMemoryCoordination service, InMemoryCoordinator process, Member self, Listener listener) {
        this.service = service;
        this.process = process;
        this.self = requireNonNull(self, "self");
        this.listener = requireNonNull(listener, "listener");
        this.proven = service.now() - service.sessionTimeout().toNanos();
    }

    Member self() {
        return self;
    }

    WriterId writer() {
        return self.writer();
    }

    InMemoryCoordinator process() {
        return process;
    }

    /** Called by the service while it registers this one. */
    void registered() {
        registered = true;
    }

    /** Called by the service while it ends this one's registration. */
    void unregistered() {
        prove();
        registered = false;
    }

    /** Puts the news on the link; the process is to hand it over. */
    void deliver(Consumer<Listener> news, List<InMemoryCoordinator> due) {
        process.delivery(() -> {
            if (!ended) {
                news.accept(listener);
            }
        });
        due.add(process);
    }

    /** Puts the last news on the link. */
    void deliverLoss(List<InMemoryCoordinator> due) {
        deliver(
                last -> {
                    ended = true;
                    process.forget(this);
                    last.lost();
                },
                due);
    }

    /** Keeps the present as the latest time at which the session is known to be alive, if it is. */
    void prove() {
        if (registered && process.isReachable()) {
            proven = service.now();
        }
    }

    @Override
    public void publish(RoundId round, Map<Integer, Scope> scopes) {
        if (scopes.isEmpty() || !round.writer().equals(writer())) {
            throw new IllegalArgumentException("not a round of " + writer() + " to some deployment: " + round);
        }
        // In one order in every process, so that a simulation can be run again.
        Map<Integer, Scope> copy = new TreeMap<>(scopes);
        request(() -> service.publish(this, round, copy));
    }

    @Override
    public void acknowledge(RoundId round) {
        request(() -> service.acknowledge(this, round));
    }

    @Override
    public void end(RoundId round) {
        request(() -> service.remove(this, round));
    }

    @Override
    public void remove(RoundId round) {
        request(() -> service.remove(this, round));
    }

    @Override
    public void acknowledgeJoin(WriterId joiner) {
        request(() -> service.acknowledgeJoin(this, joiner));
    }

    @Override
    public long provenAliveNanos() {
        prove();
        return proven;
    }

    @Override
    public Duration sessionTimeout() {
        return service.sessionTimeout();
    }

    @Override
    public void leave() {
        if (!ended) {
            ended = true;
            process.forget(this);
            process.request(() -> service.leave(this));
        }
    }

    private void request(Runnable request) {
        if (!ended) {
            process.request(request);
        }
    }
}
