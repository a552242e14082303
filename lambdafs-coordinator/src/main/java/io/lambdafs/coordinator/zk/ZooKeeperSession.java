package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Coordinator.Listener;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * One incarnation's membership, before, while and after it is attached to a ZooKeeper session.
 *
 * <p>Everything it has is behind one lock, which is never held while the listener is called: calls are put in a row under
 * the lock and made after it.
 */
final class ZooKeeperSession implements Coordinator.Session {
    private final Member self;
    private final Listener listener;
    private final ZooKeeperCoordinator coordinator;
    private final SerialCalls calls = new SerialCalls();
    private final Object lock = new Object();
    private final long begun;
    private volatile @Nullable ZooKeeperMembership membership;
    private boolean over;

    ZooKeeperSession(Member self, Listener listener, ZooKeeperCoordinator coordinator) {
        this.self = requireNonNull(self, "self");
        this.listener = requireNonNull(listener, "listener");
        this.coordinator = coordinator;
        begun = coordinator.now();
    }

    /** Joins by this link's session, unless it is over before. */
    void attach(ZooKeeper zooKeeper) {
        under(() -> {
            if (!over) {
                Events events = new Events();
                SessionLink link = new SessionLink(zooKeeper, coordinator.acl(), coordinator::now, events);
                ZooKeeperMembership made = new ZooKeeperMembership(
                        self, listener, calls, new MemberLocation(coordinator.paths(), link), this::lose);
                membership = made;
                made.register();
            }
        });
        calls.make();
    }

    /** Has the session ended, once, as far as this incarnation goes. */
    void lost() {
        under(this::lose);
        coordinator.execute(calls::make);
    }

    /** It could not be begun in time. */
    void lostUnlessRegistered() {
        ZooKeeperMembership present = membership;
        if (present == null || !present.isRegistered()) {
            lost();
        }
    }

    private void lose() {
        if (over) {
            return;
        }
        over = true;
        calls.putLast(listener::lost);
        coordinator.over(this);
        leaveZooKeeper();
    }

    private void leaveZooKeeper() {
        ZooKeeperMembership present = membership;
        if (present != null) {
            present.leave(() -> coordinator.execute(() -> present.unwatch(coordinator.isWatched())));
        }
    }

    @Override
    public void publish(RoundId round, Map<Integer, Scope> scopes) {
        if (scopes.isEmpty() || !round.writer().equals(self.writer())) {
            throw new IllegalArgumentException("not a round of " + self.writer() + " to some deployment: " + round);
        }
        Map<Integer, Scope> copy = Map.copyOf(scopes);
        under(() -> {
            ZooKeeperMembership present = membership;
            if (!over && (present == null || !present.isRegistered())) {
                throw new IllegalStateException("a round of " + self.writer() + " before it is registered");
            }
        });
        with(present -> present.publish(round, copy));
    }

    @Override
    public void acknowledge(RoundId round) {
        with(present -> present.acknowledge(round));
    }

    @Override
    public void end(RoundId round) {
        with(present -> present.end(round));
    }

    @Override
    public void remove(RoundId round) {
        with(present -> present.remove(round));
    }

    @Override
    public void acknowledgeJoin(WriterId joiner) {
        with(present -> present.acknowledgeJoin(joiner));
    }

    /** Keeps the session proven alive. */
    void beat(Duration pause) {
        with(present -> present.beat(pause));
    }

    private void with(Consumer<ZooKeeperMembership> action) {
        under(() -> {
            ZooKeeperMembership present = membership;
            if (!over && present != null) {
                action.accept(present);
            }
        });
        if (calls.isWaiting()) {
            // Not here: the caller need not expect to be called back from within its call.
            coordinator.execute(calls::make);
        }
    }

    private void under(Runnable action) {
        synchronized (lock) {
            action.run();
        }
    }

    @Override
    public long provenAliveNanos() {
        ZooKeeperMembership present = membership;
        return present == null ? begun - sessionTimeout().toNanos() : present.provenAliveNanos();
    }

    @Override
    public Duration sessionTimeout() {
        return coordinator.sessionTimeout();
    }

    @Override
    public void leave() {
        calls.stop();
        under(() -> {
            if (over) {
                return;
            }
            over = true;
            coordinator.over(this);
            leaveZooKeeper();
        });
    }

    /** What ZooKeeper's event thread brings. */
    private final class Events implements SessionLink.Owner {
        @Override
        public void reconnected() {
            on(ZooKeeperMembership::look);
        }

        @Override
        public void created(String path) {
            on(present -> present.created(path));
        }

        @Override
        public void deleted(String path) {
            on(present -> present.deleted(path));
        }

        @Override
        public void answered(Runnable answer) {
            under(answer);
            calls.make();
        }

        @Override
        public void expired() {
            under(ZooKeeperSession.this::lose);
            calls.make();
        }

        private void on(Consumer<ZooKeeperMembership> action) {
            under(() -> {
                ZooKeeperMembership present = membership;
                if (!over && present != null) {
                    action.accept(present);
                }
            });
            calls.make();
        }
    }
}
