package io.lambdafs.coordinator.zk;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator on ZooKeeper. Members are ephemeral znodes under {@code /lambdafs/CLUSTER/namenodes}.
 *
 * <p>Making one costs nothing and waits for nothing: classes are loaded and the connection is made in the background, and
 * what needs it waits for it.
 */
public final class ZooKeeperCoordinator implements Coordinator {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperCoordinator.class);

    private final ZooKeeperConfig config;
    private final MemberNodes nodes;
    private final ScheduledExecutorService thread;
    private final CompletableFuture<CuratorFramework> client = new CompletableFuture<>();
    private final Set<ZooKeeperRegistration> registrations = ConcurrentHashMap.newKeySet();
    private final List<MembershipWatch> watches = new CopyOnWriteArrayList<>();
    private final AtomicLong lostSessions = new AtomicLong();

    private ZooKeeperCoordinator(ZooKeeperConfig config) {
        this.config = config;
        nodes = new MemberNodes(this::client, config.membersPath());
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "coordinator");
            made.setDaemon(true);
            return made;
        });
    }

    /** Connects in the background, with the default bound on operations. */
    public static ZooKeeperCoordinator connect(String connectString, String cluster, Duration sessionTimeout) {
        return connect(new ZooKeeperConfig(connectString, cluster, sessionTimeout, ZooKeeperConfig.DEFAULT_BOUND));
    }

    /** Connects in the background. */
    public static ZooKeeperCoordinator connect(ZooKeeperConfig config) {
        ZooKeeperCoordinator coordinator = new ZooKeeperCoordinator(config);
        coordinator.thread.execute(coordinator::start);
        return coordinator;
    }

    private void start() {
        try {
            CuratorFramework curator = ZooKeeperClient.of(config);
            curator.getConnectionStateListenable().addListener((source, state) -> connectionIs(state));
            curator.start();
            if (!client.complete(curator)) {
                curator.close();
            }
        } catch (RuntimeException | LinkageError e) {
            client.completeExceptionally(e);
        }
    }

    /** Takes the cluster's znodes, if they are everybody's; they were made before it was in secure mode. */
    private void takeOwnership() {
        try {
            Ownership ownership = new Ownership(client());
            ownership.take(config.clusterPath());
            ownership.takeAlone(ZooKeeperConfig.ROOT);
        } catch (Exception e) {
            log.atWarn()
                    .setMessage("could not take the cluster's znodes away from others; the next connection tries again")
                    .setCause(MemberNodes.explained("take the cluster's znodes", e))
                    .log();
        }
    }

    @Override
    public Registration register(Member member) {
        long lossesBefore = lostSessions.get();
        String name = MemberName.of(member, UUID.randomUUID().toString());
        ZooKeeperRegistration registration =
                new ZooKeeperRegistration(member, nodes.create(name, member), this::unregister);
        registrations.add(registration);
        if (lostSessions.get() != lossesBefore) {
            // It cannot be said under which session it was made: call it lost, which is always safe.
            lose(registration);
        }
        return registration;
    }

    @Override
    public List<Member> members() {
        return nodes.list(null).stream()
                .map(nodes::read)
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public void watch(MembershipListener listener) {
        MembershipWatch watch = new MembershipWatch(nodes, listener, thread);
        watches.add(watch);
        watch.lookSoon();
    }

    @Override
    public void expel(Member dead) {
        nodes.list(null).stream()
                .filter(name -> MemberName.parse(name).equals(dead))
                .forEach(nodes::removeNow);
    }

    @Override
    public Duration sessionTimeout() {
        int negotiated = client.isDone() && !client.isCompletedExceptionally()
                ? client.join().getZookeeperClient().getLastNegotiatedSessionTimeoutMs()
                : 0;
        return negotiated > 0 ? Duration.ofMillis(negotiated) : config.sessionTimeout();
    }

    @Override
    public void close() {
        thread.shutdownNow();
        if (!client.completeExceptionally(closed()) && !client.isCompletedExceptionally()) {
            client.join().close();
        }
        registrations.forEach(ZooKeeperRegistration::lost);
        registrations.clear();
    }

    private static CoordinatorException closed() {
        return new CoordinatorException("the coordinator is closed");
    }

    ZooKeeperConfig config() {
        return config;
    }

    /** The client, as soon as there is one. */
    CuratorFramework client() {
        if (thread.isShutdown()) {
            throw closed();
        }
        try {
            return client.get(config.boundMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CoordinatorException("interrupted while waiting for ZooKeeper", e);
        } catch (ExecutionException e) {
            throw new CoordinatorException("the ZooKeeper client could not be started", e);
        } catch (TimeoutException e) {
            throw new CoordinatorException("the ZooKeeper client did not start within " + config.bound(), e);
        }
    }

    private void connectionIs(ConnectionState state) {
        if (state == ConnectionState.LOST) {
            lostSessions.incrementAndGet();
            registrations.forEach(this::lose);
        }
        if (state.isConnected()) {
            if (config.access().isRestricted()) {
                // In the background, because the answers come on the thread that calls this.
                inBackground(this::takeOwnership);
            }
            watches.forEach(MembershipWatch::lookSoon);
        }
    }

    private void inBackground(Runnable action) {
        try {
            thread.execute(action);
        } catch (RejectedExecutionException closed) {
            return;
        }
    }

    private void lose(ZooKeeperRegistration registration) {
        unregister(registration);
        registration.lost();
    }

    private void unregister(ZooKeeperRegistration registration) {
        registrations.remove(registration);
        try {
            nodes.remove(registration.path());
        } catch (CoordinatorException | RejectedExecutionException e) {
            // The session is closing, and the znode goes with it.
            return;
        }
    }
}
