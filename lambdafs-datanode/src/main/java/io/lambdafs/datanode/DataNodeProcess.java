package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.datanode.access.OwnProcessSecret;
import io.lambdafs.datanode.access.PeerToken;
import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.lease.RecoveryReports;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** A running DataNode with its endpoint and its share in the housekeeping. Several may run in one JVM, for tests. */
public final class DataNodeProcess implements AutoCloseable {
    /** Begins the label of the writer of a DataNode. */
    static final String LABEL = "datanode ";

    /** Longer than a transaction lives: one that the former life left behind may be waiting for a lock. */
    static final Duration FENCE = Duration.ofSeconds(15);

    private static final Duration POLL = Duration.ofMillis(20);

    private final RenewingWriter writer;
    private final Endpoint endpoint;
    private final DataNode dataNode;
    private final Optional<HousekeepingThread> housekeeping;
    private final Pause pause;
    private final InstantSource clock;

    private DataNodeProcess(
            RenewingWriter writer,
            Endpoint endpoint,
            DataNode dataNode,
            Optional<HousekeepingThread> housekeeping,
            Timing timing) {
        this.writer = writer;
        this.endpoint = endpoint;
        this.dataNode = dataNode;
        this.housekeeping = housekeeping;
        this.pause = timing.pause();
        this.clock = timing.clock();
    }

    /** How time passes. */
    public record Timing(InstantSource clock, Pause pause) {
        public static Timing real() {
            return new Timing(InstantSource.system(), DataNodeProcess::sleep);
        }
    }

    /**
     * Starts a DataNode that reports to the store; returns before it has registered. The store stays the caller's.
     *
     * @throws DataNodeStartException if it cannot start
     */
    public static DataNodeProcess start(DataNodeConfig config, MetadataStore store, Timing timing) {
        return start(config, store, timing, UnaryOperator.identity());
    }

    /** The same; the DataNode is given what this makes of its settings. */
    static DataNodeProcess start(
            DataNodeConfig config, MetadataStore store, Timing timing, UnaryOperator<Configuration> settings) {
        // A process with a role that may only report must not read the keys that show the mode, and such a role exists
        // in secure mode only.
        if (!config.reportsOnly()) {
            requireMode(config, store);
        }
        Optional<String> uuid = DataDirectories.of(config.dataDirectories()).prepareFor(store.identity());
        TransactionRunner runner = new TransactionRunner(
                        store,
                        new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(500)),
                        timing.pause(),
                        new Random())
                .guardedBy(KeepingTransaction::new);
        RenewingWriter writer = new RenewingWriter(store, runner, LABEL + uuid.orElse("(new)"));
        uuid.ifPresent(former -> fenceFormer(store, LABEL + former));
        try {
            ReplicaCount replicas = new ReplicaCount();
            SelfChecks checks = new SelfChecks(store.identity().blockPoolId());
            LocalMoves moves = new LocalMoves(store.identity().blockPoolId());
            OwnProcessSecret own = new OwnProcessSecret(new SecureRandom());
            Endpoint endpoint = Endpoint.start(
                    protocol(config, store, new Reporting(writer, replicas, checks, moves), timing), own);
            own.giveToDataNode(endpoint.address());
            DataNode dataNode = create(settings.apply(HadoopSettings.of(config, endpoint.address())), endpoint);
            replicas.of(dataNode);
            checks.of(dataNode);
            moves.of(dataNode);
            Optional<HousekeepingThread> housekeeping = config.reportsOnly()
                    ? Optional.empty()
                    : Optional.of(housekeeping(
                            config.housekeeping(),
                            LABEL + dataNode.getDatanodeUuid(),
                            new Housekeeper.Dependencies(store, runner, writer, timing.clock(), new Random())));
            return new DataNodeProcess(writer, endpoint, dataNode, housekeeping, timing);
        } catch (IOException e) {
            throw new DataNodeStartException(
                    "the DataNode on " + config.dataDirectories() + " does not start: " + e.getMessage(), e);
        }
    }

    private static HousekeepingThread housekeeping(
            HousekeepingConfig config, String name, Housekeeper.Dependencies dependencies) {
        Housekeeper housekeeper = Housekeeper.of(config, name + " " + UUID.randomUUID(), dependencies);
        return HousekeepingThread.start(housekeeper, HousekeepingMetrics.register()::add, config.interval());
    }

    /* A DataNode without tokens would give the blocks of a cluster in secure mode to anybody. */
    private static void requireMode(DataNodeConfig config, MetadataStore store) {
        SecurityMode mode = config.isSecure() ? SecurityMode.SECURE : SecurityMode.SIMPLE;
        try (Transaction tx = store.beginRead()) {
            mode.require(tx);
        } catch (StoreException e) {
            throw new DataNodeStartException("this DataNode does not start: " + e.getMessage(), e);
        }
    }

    /* What a DataNode registered in a former life, and could not give up when it was killed. */
    private static void fenceFormer(MetadataStore store, String label) {
        try {
            store.writers().stream()
                    .filter(writer -> writer.label().equals(label))
                    .forEach(writer -> store.fence(writer.id(), FENCE));
        } catch (StoreException e) {
            throw new DataNodeStartException("the store does not answer: " + e.getMessage(), e);
        }
    }

    /** What reports are written with, and what looks at the DataNode's replicas for them. */
    private record Reporting(RenewingWriter writer, ReplicaCount replicas, SelfChecks checks, LocalMoves moves) {}

    private static StoreDatanodeProtocol protocol(
            DataNodeConfig config, MetadataStore store, Reporting reporting, Timing timing) {
        RenewingWriter writer = reporting.writer();
        Duration deadAfter = config.housekeeping().liveness().deadAfter();
        // Half of it: the clocks of this machine and of the store need not agree to the second.
        Duration longSilence = deadAfter.dividedBy(2);
        IdentityClaim claim = new IdentityClaim(deadAfter, timing.clock(), timing.pause());
        Heartbeats heartbeats = new Heartbeats(writer, timing.clock(), longSilence, claim, reporting.replicas());
        return new StoreDatanodeProtocol(
                store.identity(),
                new Registration(store.identity(), addressOf(config.network().advertisedHost())),
                new BlockKeyDelivery(
                        config.isSecure(),
                        writer,
                        timing.clock(),
                        timing.pause(),
                        new PeerToken(store.identity().blockPoolId())),
                heartbeats,
                new StoreDatanodeProtocol.Reports(
                        new FullReports(writer, heartbeats::repeat),
                        new IncrementalReports(writer, deadAfter),
                        new BadBlocks(writer),
                        new Recoveries(writer, recoveries(config, new BlockSynchronization(timing.clock(), deadAfter))),
                        reporting.checks(),
                        reporting.moves()));
    }

    private static BiConsumer<Transaction, BlockSynchronization.Report> recoveries(
            DataNodeConfig config, BlockSynchronization synchronization) {
        return config.reportsOnly() ? RecoveryReports::put : synchronization::apply;
    }

    private static String addressOf(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            throw new DataNodeStartException("cannot find the address of " + host + ": give another --host", e);
        }
    }

    private static DataNode create(Configuration settings, Endpoint endpoint) throws IOException {
        // Otherwise a second DataNode in the same JVM could not register its metrics.
        DefaultMetricsSystem.setMiniClusterMode(true);
        try {
            return requireNonNull(DataNode.createDataNode(new String[0], settings), "no DataNode was created");
        } catch (IOException | RuntimeException e) {
            endpoint.close();
            throw e;
        }
    }

    /**
     * Waits until the DataNode has registered and its first heartbeat was answered. Before that nobody knows how much space it has,
     * so no block is placed on it.
     *
     * @throws DataNodeStartException if it does not within this time
     */
    public void awaitReady(Duration bound) {
        Instant end = clock.instant().plus(bound);
        while (!dataNode.isDatanodeFullyStarted(true)) {
            if (!clock.instant().isBefore(end) || Thread.currentThread().isInterrupted()) {
                throw new DataNodeStartException(
                        "the DataNode did not register within " + bound.toSeconds() + " s: its messages above say why");
            }
            pause.pause(POLL);
        }
    }

    DataNode dataNode() {
        return dataNode;
    }

    public String uuid() {
        return dataNode.getDatanodeUuid();
    }

    public int transferPort() {
        return dataNode.getXferPort();
    }

    /** The port of its HTTP server, which listens on the loopback interface. */
    public int httpPort() {
        return dataNode.getInfoPort();
    }

    /** Whether it still serves; a DataNode ends by itself when its disk fails. */
    public boolean isServing() {
        return dataNode.isDatanodeUp();
    }

    /**
     * Takes leave of the store: gives up the housekeeping and writes nothing any more. For a process that is about to
     * end, which does not shut its DataNode down in an orderly way: what Hadoop does on a signal is enough.
     */
    void leave() {
        housekeeping.ifPresent(HousekeepingThread::close);
        writer.close();
    }

    @Override
    public void close() {
        housekeeping.ifPresent(HousekeepingThread::close);
        dataNode.shutdown();
        endpoint.close();
        writer.close();
        PeerToken.forget();
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
