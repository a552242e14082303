package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.CoordinatorException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.ZooKeeper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's connection to ZooKeeper, and a new session whenever one is lost.
 *
 * <p>Making one costs nothing and waits for nothing: classes are loaded and the connection is made in the background, and
 * what needs it waits for it.
 */
final class ZooKeeperConnection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperConnection.class);
    private static final long PAUSE_MILLIS = 20;

    private final ZooKeeperConfig config;
    private final ExecutorService thread;
    private final CompletableFuture<CuratorFramework> client = new CompletableFuture<>();

    private ZooKeeperConnection(ZooKeeperConfig config) {
        this.config = config;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "zookeeper-connection");
            made.setDaemon(true);
            return made;
        });
    }

    /** Connects in the background. */
    static ZooKeeperConnection open(ZooKeeperConfig config) {
        ZooKeeperConnection connection = new ZooKeeperConnection(config);
        connection.thread.execute(connection::start);
        return connection;
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

    private void connectionIs(ConnectionState state) {
        if (state.isConnected() && config.access().isRestricted()) {
            try {
                // In the background, because the answers come on the thread that calls this.
                thread.execute(this::takeOwnership);
            } catch (RejectedExecutionException closed) {
                return;
            }
        }
    }

    /** Takes the cluster's znodes, if they are everybody's; they were made before it was in secure mode. */
    private void takeOwnership() {
        try {
            ZnodeOwnership ownership = new ZnodeOwnership(client());
            ownership.take(config.clusterPath());
            ownership.takeAlone(ZooKeeperConfig.ROOT);
        } catch (Exception e) {
            if (thread.isShutdown()) {
                // Closing interrupts this thread. The next process that connects begins again.
                return;
            }
            log.atWarn()
                    .setMessage("could not take the cluster's znodes away from others; the next connection tries again")
                    .addKeyValue(
                            "reason",
                            MemberNodes.explained("take the cluster's znodes", e)
                                    .getMessage())
                    .addKeyValue("cause", e)
                    .log();
        }
    }

    ZooKeeperConfig config() {
        return config;
    }

    /** Fails if this is closed. */
    void requireOpen() {
        if (thread.isShutdown()) {
            throw closed();
        }
    }

    private static CoordinatorException closed() {
        return new CoordinatorException("the coordinator is closed");
    }

    /** The client, as soon as there is one. */
    CuratorFramework client() {
        requireOpen();
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

    /**
     * The present session, when it is connected.
     *
     * @param deadline of {@link System#nanoTime}
     */
    ZooKeeper connected(long deadline) throws Exception {
        CuratorFramework curator = client();
        while (System.nanoTime() - deadline < 0) {
            if (curator.blockUntilConnected((int) PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                ZooKeeper zooKeeper = curator.getZookeeperClient().getZooKeeper();
                if (zooKeeper.getState().isConnected()) {
                    return zooKeeper;
                }
                // One that has just expired; the next is on its way.
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
        throw new CoordinatorException("not connected within " + config.bound());
    }

    /** The session time-out that the server agreed to; what it is asked for, before there is a session. */
    Duration sessionTimeout() {
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
    }
}
