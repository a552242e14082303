package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.zookeeper.data.ACL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator on ZooKeeper. Members are ephemeral znodes under {@code /lambdafs/CLUSTER/namenodes}; INVs and
 * acknowledgements are znodes under {@code /lambdafs/CLUSTER/coherence}.
 *
 * <p>Making one waits for nothing: the connection is made in the background. Listeners are called on ZooKeeper's event
 * thread, or on the coordinator's own where no event leads to the call.
 */
public final class ZooKeeperCoordinator implements Coordinator {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperCoordinator.class);

    /** Two of these are the longest time without a write, and a sixth of the session time-out. */
    private static final int BEATS_PER_SESSION_TIMEOUT = 12;

    private final ZooKeeperConnection connection;
    private final LongSupplier ticker;
    private final ZnodePaths paths;
    private final MemberNodes nodes;
    private final ScheduledExecutorService thread;
    private final Set<ZooKeeperSession> sessions = ConcurrentHashMap.newKeySet();

    private ZooKeeperCoordinator(ZooKeeperConnection connection, LongSupplier ticker) {
        this.connection = connection;
        this.ticker = requireNonNull(ticker, "ticker");
        paths = ZnodePaths.of(connection.config());
        nodes = new MemberNodes(connection::client, paths.members());
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "coordinator");
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Connects in the background.
     *
     * @param ticker monotonic nanoseconds; the lease is reckoned by the same
     */
    public static ZooKeeperCoordinator connect(ZooKeeperConfig config, LongSupplier ticker) {
        return new ZooKeeperCoordinator(ZooKeeperConnection.open(config), ticker);
    }

    @Override
    public Session join(Member self, Listener listener) {
        connection.requireOpen();
        ZooKeeperSession session = new ZooKeeperSession(self, listener, this);
        sessions.add(session);
        execute(() -> begin(session));
        return session;
    }

    private void begin(ZooKeeperSession session) {
        long deadline = System.nanoTime() + connection.config().bound().toNanos();
        try {
            session.attach(connection.connected(deadline));
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

    @Override
    public List<Member> members() {
        return nodes.list().stream().map(MemberName::parse).toList();
    }

    @Override
    public void expel(Member dead) {
        nodes.list().stream()
                .filter(name -> MemberName.parse(name).equals(dead))
                .forEach(nodes::remove);
    }

    /** Runs it on the coordinator's thread, unless the coordinator is closed. */
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

    ZnodePaths paths() {
        return paths;
    }

    /** The processes that may use what a session makes. */
    List<ACL> acl() {
        return connection.config().access().acl();
    }

    long now() {
        return ticker.getAsLong();
    }

    Duration sessionTimeout() {
        return connection.sessionTimeout();
    }

    ZooKeeperConnection connection() {
        return connection;
    }

    @Override
    public void close() {
        sessions.forEach(ZooKeeperSession::leave);
        thread.shutdownNow();
        connection.close();
    }
}
