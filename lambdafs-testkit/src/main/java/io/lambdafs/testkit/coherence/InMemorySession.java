package io.lambdafs.testkit.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coherence.CoherenceCarrier.Listener;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One incarnation of a simulated process, as itself and as {@link InMemoryCarriers} know it. */
final class InMemorySession implements CoherenceCarrier.Session {
    private final InMemoryCarriers coordinator;
    private final InMemoryCarrier carrier;
    private final Member self;
    private final Listener listener;
    private volatile boolean registered;
    private volatile boolean ended;
    private volatile long proven;

    InMemorySession(InMemoryCarriers coordinator, InMemoryCarrier carrier, Member self, Listener listener) {
        this.coordinator = coordinator;
        this.carrier = carrier;
        this.self = requireNonNull(self, "self");
        this.listener = requireNonNull(listener, "listener");
        this.proven = coordinator.now() - coordinator.sessionTimeout().toNanos();
    }

    Member self() {
        return self;
    }

    WriterId writer() {
        return self.writer();
    }

    InMemoryCarrier carrier() {
        return carrier;
    }

    /** Called by the coordinator while it registers this one. */
    void registered() {
        registered = true;
    }

    /** Called by the coordinator while it ends this one's registration. */
    void unregistered() {
        prove();
        registered = false;
    }

    /** Puts the news on the link; the carrier is to hand it over. */
    void deliver(Consumer<Listener> news, List<InMemoryCarrier> due) {
        carrier.delivery(() -> {
            if (!ended) {
                news.accept(listener);
            }
        });
        due.add(carrier);
    }

    /** Puts the last news on the link. */
    void deliverLoss(List<InMemoryCarrier> due) {
        deliver(
                last -> {
                    ended = true;
                    carrier.forget(this);
                    last.lost();
                },
                due);
    }

    /** Keeps the present as the latest time at which the session is known to be alive, if it is. */
    void prove() {
        if (registered && carrier.isReachable()) {
            proven = coordinator.now();
        }
    }

    @Override
    public void publish(RoundId round, Map<Integer, Scope> scopes) {
        if (scopes.isEmpty() || !round.writer().equals(writer())) {
            throw new IllegalArgumentException("not a round of " + writer() + " to some deployment: " + round);
        }
        // In one order in every process, so that a simulation can be run again.
        Map<Integer, Scope> copy = new TreeMap<>(scopes);
        request(() -> coordinator.publish(this, round, copy));
    }

    @Override
    public void acknowledge(RoundId round) {
        request(() -> coordinator.acknowledge(this, round));
    }

    @Override
    public void end(RoundId round) {
        request(() -> coordinator.remove(this, round));
    }

    @Override
    public void remove(RoundId round) {
        request(() -> coordinator.remove(this, round));
    }

    @Override
    public void acknowledgeJoin(WriterId joiner) {
        request(() -> coordinator.acknowledgeJoin(this, joiner));
    }

    @Override
    public long provenAliveNanos() {
        prove();
        return proven;
    }

    @Override
    public Duration sessionTimeout() {
        return coordinator.sessionTimeout();
    }

    @Override
    public void leave() {
        if (!ended) {
            ended = true;
            carrier.forget(this);
            carrier.request(() -> coordinator.leave(this));
        }
    }

    private void request(Runnable request) {
        if (!ended) {
            carrier.request(request);
        }
    }
}
