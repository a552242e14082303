package io.lambdafs.coordinator.zk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.ServerConfig;
import org.apache.zookeeper.server.ZooKeeperServerMain;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig.ConfigException;

/**
 * A real ZooKeeper server in this process, without an admin server, its logs synced to disk and old ones purged. It listens on
 * loopback unless told otherwise, because it asks nobody who they are.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
    private static final Duration START_BOUND = Duration.ofSeconds(30);
    private static final int SNAPSHOTS_KEPT = 3;
    private static final int HOURS_BETWEEN_PURGES = 1;
    private static final int TICK_MILLIS = 500;

    /** Where it listens unless it is told. */
    static final String LOOPBACK = "127.0.0.1";

    private final String host;

    private final Server server = new Server();
    private final DatadirCleanupManager purge;
    private final Thread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private EmbeddedZooKeeper(Path dataDirectory, String host, ServerConfig config) {
        this.host = host;
        purge = new DatadirCleanupManager(
                dataDirectory.toFile(), dataDirectory.toFile(), SNAPSHOTS_KEPT, HOURS_BETWEEN_PURGES);
        thread = new Thread(() -> run(config), "zookeeper");
    }

    /**
     * Starts a server on loopback and returns when it answers.
     *
     * @param dataDirectory is made if need be; what an earlier server left there, however it ended, is served again
     * @param port on 127.0.0.1; 0 for a free one
     * @throws IOException if it cannot start: the message says why
     */
    public static EmbeddedZooKeeper start(Path dataDirectory, int port) throws IOException {
        return start(dataDirectory, LOOPBACK, port);
    }

    /** As {@link #start(Path, int)}, at an address of this machine, whose port everybody may use who reaches it. */
    static EmbeddedZooKeeper start(Path dataDirectory, String host, int port) throws IOException {
        Files.createDirectories(dataDirectory);
        EmbeddedZooKeeper zooKeeper =
                new EmbeddedZooKeeper(dataDirectory, host, serverConfig(dataDirectory, host, port));
        zooKeeper.thread.start();
        try {
            zooKeeper.server.started.get(START_BOUND.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            zooKeeper.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while ZooKeeper started", e);
        } catch (ExecutionException e) {
            throw new IOException("ZooKeeper did not start: " + e.getMessage(), e);
        } catch (TimeoutException e) {
            zooKeeper.close();
            throw new IOException("ZooKeeper did not start within " + START_BOUND, e);
        }
        zooKeeper.purge.start();
        return zooKeeper;
    }

    private static ServerConfig serverConfig(Path dataDirectory, String host, int port) throws IOException {
        // ZooKeeper reads these from system properties only, and only once.
        System.setProperty("zookeeper.admin.enableServer", "false");
        System.setProperty("zookeeper.preAllocSize", "4096");
        System.setProperty("zookeeper.snapCount", "20000");
        // A new directory has no snapshot; that is no sign of a lost one.
        System.setProperty("zookeeper.snapshot.trust.empty", "true");
        Properties properties = new Properties();
        properties.setProperty("dataDir", dataDirectory.toString());
        properties.setProperty("clientPort", Integer.toString(port));
        properties.setProperty("clientPortAddress", host);
        properties.setProperty("tickTime", Integer.toString(TICK_MILLIS));
        properties.setProperty("minSessionTimeout", Integer.toString(TICK_MILLIS));
        properties.setProperty("maxSessionTimeout", "60000");
        properties.setProperty("maxClientCnxns", "10000");
        QuorumPeerConfig parsed = new QuorumPeerConfig();
        try {
            parsed.parseProperties(properties);
        } catch (ConfigException e) {
            throw new IOException("ZooKeeper refuses its configuration: " + e.getMessage(), e);
        }
        ServerConfig config = new ServerConfig();
        config.readFrom(parsed);
        return config;
    }

    private void run(ServerConfig config) {
        try {
            server.runFromConfig(config);
            ended.complete(null);
        } catch (Exception | LinkageError e) {
            ended.completeExceptionally(e);
            server.started.completeExceptionally(e);
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.getClientPort();
    }

    /** What clients connect to. */
    public String connectString() {
        return host + ":" + port();
    }

    /** Waits until the server ends, which it does by itself only when it cannot go on. */
    public void join() throws InterruptedException {
        try {
            ended.get();
        } catch (ExecutionException e) {
            throw new UncheckedIOException(new IOException("ZooKeeper ended: " + e.getMessage(), e));
        }
    }

    @Override
    public void close() {
        purge.shutdown();
        server.close();
        try {
            thread.join(START_BOUND.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** ZooKeeper's standalone server, which says when it serves. */
    private static final class Server extends ZooKeeperServerMain {
        private final CompletableFuture<Void> started = new CompletableFuture<>();

        @Override
        protected void serverStarted() {
            started.complete(null);
        }
    }
}
