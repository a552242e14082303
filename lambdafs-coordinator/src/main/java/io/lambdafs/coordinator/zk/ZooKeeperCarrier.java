package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A carrier on ZooKeeper, through a coordinator's session. Members are the same znodes as the coordinator's; INVs and
 * acknowledgements are znodes under {@code /lambdafs/CLUSTER/coherence}.
 *
 * <p>The listener is called on ZooKeeper's event thread, or on the carrier's own where no event leads to the call. Closing
 * the carrier leaves the coordinator open.
 */
public final class ZooKeeperCarrier implements CoherenceCarrier {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperCarrier.class);

    /** Two of these are the longest time without a write, and a sixth of the session time-out. */
    private static final int BEATS_PER_SESSION_TIMEOUT = 12;

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final ZooKeeperCoordinator coordinator;
    private final LongSupplier ticker;
    private final CarrierPaths paths;
    private final ScheduledExecutorService thread;
    private final Set<ZooKeeperSession> sessions = ConcurrentHashMap.newKeySet();

    private ZooKeeperCarrier(ZooKeeperCoordinator coordinator, LongSupplier ticker) {
        this.coordinator = requireNonNull(coordinator, "coordinator");
        this.ticker = requireNonNull(ticker, "ticker");
        paths = CarrierPaths.of(coordinator.config());
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "coherence-carrier");
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * The carrier of this process.
     *
     * @param coordinator whose session it shares
     * @param ticker monotonic nanoseconds; the lease is reckoned by the same
     */
    public static ZooKeeperCarrier over(ZooKeeperCoordinator coordinator, LongSupplier ticker) {
        return new ZooKeeperCarrier(coordinator, ticker);
    }

    @Override
    public Session join(Member self, Listener listener) {
        ZooKeeperSession session = new ZooKeeperSession(self, listener, this);
        sessions.add(session);
        execute(() -> begin(session));
        return session;
    }

    private void begin(ZooKeeperSession session) {
        long deadline = System.nanoTime() + coordinator.config().bound().toNanos();
        try {
            session.attach(connected(deadline));
            after(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())), session::lostUnlessRegistered);
            beat(session);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            log.atWarn()
                    .setMessage("could not reach ZooKeeper to join")
                    .setCause(e)
                    .log();
            session.lost();
        }
    }

    /** The present session, when it is connected. */
    private ZooKeeper connected(long deadline) throws Exception {
        CuratorFramework curator = coordinator.client();
        while (System.nanoTime() - deadline < 0) {
            if (curator.blockUntilConnected((int) PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                ZooKeeper zooKeeper = curator.getZookeeperClient().getZooKeeper();
                if (zooKeeper.getState().isConnected()) {
                    return zooKeeper;
                }
                // One that has just expired; the next is on its way.
                TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            }
        }
        throw new CoordinatorException(
                "not connected within " + coordinator.config().bound());
    }

    private void beat(ZooKeeperSession session) {
        if (sessions.contains(session)) {
            Duration pause = sessionTimeout().dividedBy(BEATS_PER_SESSION_TIMEOUT);
            session.beat(pause);
            after(pause, () -> beat(session));
        }
    }

    private void after(Duration delay, Runnable action) {
        try {
            var unused = thread.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            return;
        }
    }

    /** Runs it on the carrier's thread, unless the carrier is closed. */
    void execute(Runnable action) {
        after(Duration.ZERO, action);
    }

    /** The session needs no more proof of life. */
    void over(ZooKeeperSession session) {
        sessions.remove(session);
    }

    /** Whether an incarnation of this process is a member or about to be. */
    boolean isWatched() {
        return !sessions.isEmpty();
    }

    CarrierPaths paths() {
        return paths;
    }

    /** Who may use what a session makes. */
    List<ACL> acl() {
        return coordinator.config().access().acl();
    }

    long now() {
        return ticker.getAsLong();
    }

    Duration sessionTimeout() {
        return coordinator.sessionTimeout();
    }

    @Override
    public void close() {
        sessions.forEach(ZooKeeperSession::leave);
        thread.shutdownNow();
    }
}
