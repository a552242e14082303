package io.lambdafs.runtime;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.fs.INodeId;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.BatchOffload;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.NameNodeStats;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.OperationObserver;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.SubtreeEmptier;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.audit.AuditLog;
import io.lambdafs.namenode.authentication.AuthenticatedRequests;
import io.lambdafs.namenode.authentication.KnownKeys;
import io.lambdafs.namenode.authentication.ModeWatch;
import io.lambdafs.namenode.authentication.UnsignedRequests;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.load.LoadGauge;
import io.lambdafs.namenode.load.MeasuredHandler;
import io.lambdafs.namenode.load.ProcessCpu;
import io.lambdafs.namenode.load.UserBounds;
import io.lambdafs.namenode.membership.IdleWatch;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.Janitor;
import io.lambdafs.namenode.metrics.NameNodeMetrics;
import io.lambdafs.namenode.op.AllOperations;
import io.lambdafs.namenode.op.file.AccessTimes;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.rpc.ClientConnections;
import io.lambdafs.namenode.rpc.RpcConfig;
import io.lambdafs.namenode.subtree.EndedSubtrees;
import io.lambdafs.namenode.trace.TracedGate;
import io.lambdafs.namenode.trace.TracedHandler;
import io.lambdafs.runtime.kms.KmsClient;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.TransactionStatistics;
import io.lambdafs.wire.trace.Tracing;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The parts of one NameNode, put together: clocks, chance and threads are the real ones here and nowhere else. */
record Assembly(
        MeasuredHandler handler,
        RequestHandler entrance,
        NameNodeStats stats,
        LoadGauge load,
        InstanceThreads threads,
        ClientConnections connections,
        CachingMode keeping,
        Janitor janitor,
        EndedSubtrees endedSubtrees,
        IdleWatch idleness,
        SubtreeRemoval removal,
        Optional<AuditLog> audit,
        StoreMetrics storeMetrics)
        implements AutoCloseable {
    private static final long LOAD_WINDOW_MILLIS = 200;
    private static final long AUDIT_MILLIS = 100;
    private static final Duration BETWEEN_LOOKS_AT_SUBTREES = Duration.ofSeconds(30);

    /**
     * What an instance has when it knows which deployment it is of.
     *
     * @param keeping how it keeps what it reads; closed with the assembly
     * @param tracing makes spans of requests that are a part of a trace
     */
    record Dependencies(
            MetadataStore store,
            Coordinator coordinator,
            CachingMode keeping,
            InstanceThreads threads,
            Tracing tracing) {}

    /** What is counted of the store. */
    record StoreMetrics(MetadataStore store, TransactionStatistics transactions) {}

    static Assembly of(FunctionConfig config, InstanceIdentity self, Dependencies around) {
        MetadataStore store = around.store();
        CachingMode keeping = around.keeping();
        InstanceThreads threads = around.threads();
        RandomGenerator random = new SharedRandom();
        StoreMetrics storeMetrics = new StoreMetrics(store, new TransactionStatistics(System::nanoTime));
        TransactionRunner runner = runner(storeMetrics, random, around.tracing());
        SubtreeRemoval removal = new SubtreeRemoval(runner, config.nameNode().deleteBatch());
        OperationExecutor executor =
                new OperationExecutor(runner, keeping.identity(), gate(around), emptier(config, self, around, removal));
        Map<String, Operation<?, ?>> operations = operations(config, around, runner, executor, random);
        Optional<AuditLog> audit = config.audit()
                .sink()
                .map(sink -> new AuditLog(sink, InstantSource.system(), ZoneId.systemDefault(), threads.background()));
        OperationObserver observer = audit.<OperationObserver>map(log -> log).orElse(OperationObserver.NONE);
        NameNode nameNode = new NameNode(
                config.nameNode(),
                operations,
                new NameNode.Execution(
                        keeping.reads(runner),
                        executor,
                        RequestDeduplicator.defaults(),
                        threads.background(),
                        observer),
                InstantSource.system(),
                System::nanoTime);
        LoadGauge load = new LoadGauge(
                config.requestThreads(), threads::waitingRequests, ProcessCpu.ofThisProcess(), System::nanoTime);
        MeasuredHandler handler = new MeasuredHandler(
                handler(keeping.noticing(nameNode), self, around.tracing()),
                load,
                method -> operations.get(method) instanceof WriteOperation<?, ?>,
                System::nanoTime);
        RequestHandler entrance = entrance(config, handler, runner, observer);
        ClientConnections connections = new ClientConnections(
                RpcConfig.of(self.deployment(), self.instance())
                        .withOnlyEncrypted(config.nameNode().security().isSecure()),
                entrance,
                threads.requests(),
                InstanceThreads.daemons("client"));
        Janitor janitor = new Janitor(store, around.coordinator(), threads.later(), Janitor.Times.defaults());
        IdleWatch idleness = new IdleWatch(
                config.cache().leaveAfterIdle(), threads.later(), System::nanoTime, duties(connections, keeping));
        return new Assembly(
                handler,
                entrance,
                nameNode.stats(),
                load,
                threads,
                connections,
                keeping,
                janitor,
                endedSubtrees(runner, keeping.noticing(nameNode), threads, random),
                idleness,
                removal,
                audit,
                storeMetrics);
    }

    private static Map<String, Operation<?, ?>> operations(
            FunctionConfig config,
            Dependencies around,
            TransactionRunner runner,
            OperationExecutor executor,
            RandomGenerator random) {
        return AllOperations.of(
                config.nameNode(),
                LeaseLimits.defaults(),
                new FileOperations.Access(
                        around.store(), runner, around.keeping().identity()),
                new FileOperations.Dependencies(
                        InstantSource.system(),
                        Assembly::pause,
                        random,
                        accesses(config, around, executor, random),
                        keys(config, around.threads())),
                System::nanoTime);
    }

    private static RequestHandler entrance(
            FunctionConfig config, RequestHandler handler, TransactionRunner runner, OperationObserver observer) {
        if (!config.nameNode().security().isSecure()) {
            return new UnsignedRequests(handler, new ModeWatch(runner, InstantSource.system()));
        }
        return new AuthenticatedRequests(
                new UserBounds(handler, UserBounds.ofThreads(config.requestThreads())),
                new KnownKeys(runner, InstantSource.system()),
                observer);
    }

    private static EncryptedKeys keys(FunctionConfig config, InstanceThreads threads) {
        return config.keyProvider()
                .map(address -> new EncryptedKeys(
                        new KmsClient(address, config.nameNode().superuser()), threads.background()))
                .orElse(EncryptedKeys.NONE);
    }

    private static TransactionRunner runner(StoreMetrics metrics, RandomGenerator random, Tracing tracing) {
        metrics.store().traceRoundTrips(tracing);
        return new TransactionRunner(
                        metrics.store(), RetryPolicy.defaults(), Assembly::pause, random, metrics.transactions())
                .guardedBy(KeepingTransaction::new)
                .tracedBy(tracing);
    }

    private static WriteGate gate(Dependencies around) {
        WriteGate gate = around.keeping().gate();
        return around.tracing().isOn() ? new TracedGate(gate, around.tracing()) : gate;
    }

    private static RequestHandler handler(RequestHandler handler, InstanceIdentity self, Tracing tracing) {
        return tracing.isOn() ? new TracedHandler(handler, tracing, self.instance()) : handler;
    }

    private static Consumer<List<INodeId>> emptier(
            FunctionConfig config, InstanceIdentity self, Dependencies around, SubtreeRemoval removal) {
        InstanceThreads threads = around.threads();
        return around.keeping().worksInBackground()
                ? new SubtreeEmptier(
                        removal, around.keeping().identity(), offload(config, self, threads), threads.emptying())
                // The housekeeper finds them.
                : roots -> {};
    }

    /* Where instances are frozen between two calls, a write after an answer would keep its locks for as long. */
    private static AccessTimes accesses(
            FunctionConfig config, Dependencies around, OperationExecutor executor, RandomGenerator random) {
        return around.keeping().worksInBackground()
                ? AccessTimes.of(
                        config.nameNode().features().accessTimePrecision(),
                        executor,
                        around.threads().noting(),
                        new UUID(random.nextLong(), random.nextLong()))
                : AccessTimes.NONE;
    }

    private static IdleWatch.Duties duties(ClientConnections connections, CachingMode keeping) {
        return new IdleWatch.Duties() {
            @Override
            public void handOver() {
                connections.retireAll();
            }

            @Override
            public void disconnect() {
                connections.closeRetired();
            }

            @Override
            public void leave() {
                keeping.rest();
            }
        };
    }

    private static EndedSubtrees endedSubtrees(
            TransactionRunner runner, RequestHandler nameNode, InstanceThreads threads, RandomGenerator random) {
        return new EndedSubtrees(
                runner,
                nameNode,
                threads.later(),
                BETWEEN_LOOKS_AT_SUBTREES,
                new UUID(random.nextLong(), random.nextLong()));
    }

    private static BatchOffload offload(FunctionConfig config, InstanceIdentity self, InstanceThreads threads) {
        int deployments = config.cache().deployments();
        return config.platform()
                .filter(platform -> deployments > 1)
                .<BatchOffload>map(
                        platform -> new PlatformOffload(platform, self.deployment(), deployments, threads.offloading()))
                .orElse(BatchOffload.NONE);
    }

    /** Does what an activation asks for; the platform does not take the instance for idle meanwhile. */
    <T> T activated(Supplier<T> answer) {
        idleness.activationBegun();
        connections.activated(System.nanoTime());
        try {
            return answer.get();
        } finally {
            idleness.activationEnded();
        }
    }

    /** Removes files of a detached directory for another instance. */
    int remove(RemovalBatch batch) {
        return removal.remove(keeping.identity().current(), batch);
    }

    /** Becomes a member, and looks after those that left. Returns at once. */
    void start() {
        audit.ifPresent(this::start);
        keeping.start();
        janitor.start();
        if (keeping.worksInBackground()) {
            endedSubtrees.start();
        }
        idleness.start();
        var unused = threads.background()
                .scheduleWithFixedDelay(load::roll, LOAD_WINDOW_MILLIS, LOAD_WINDOW_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void start(AuditLog log) {
        log.start();
        var unused = threads.background()
                .scheduleWithFixedDelay(log::write, AUDIT_MILLIS, AUDIT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** What {@code status} shows of this instance. */
    Map<String, Long> figures() {
        Map<String, Long> figures = new HashMap<>(keeping.figures());
        figures.put("tcp-connections", (long) connections.connections());
        figures.put("tcp-operations", connections.served());
        figures.put("tcp-invitations", connections.invitations());
        figures.put("operations", stats.calls());
        figures.put("resubmissions", handler.resubmissions());
        figures.put("load", (long) load.load());
        audit.ifPresent(log -> {
            figures.put("audit-lines", log.written());
            figures.put("audit-lines-lost", log.lost());
        });
        return figures;
    }

    /** What this instance has counted, in Prometheus' text format. */
    String metrics() {
        NameNodeMetrics metrics = new NameNodeMetrics()
                .operations(stats, handler::isWrite)
                .requests(handler.resubmissions(), load.load())
                .connections(connections.connections(), connections.served(), connections.invitations());
        keeping.addTo(metrics);
        metrics.store(storeMetrics.transactions(), storeMetrics.store().roundTripTimes());
        audit.ifPresent(log -> metrics.audit(log.written(), log.lost()));
        return metrics.memory().text();
    }

    private static void pause(Duration duration) {
        LockSupport.parkNanos(duration.toNanos());
    }

    @Override
    public void close() {
        idleness.close();
        janitor.close();
        endedSubtrees.close();
        connections.close();
        audit.ifPresent(AuditLog::close);
        keeping.close();
    }

    /** Chance without contention between threads; costs no seeding at start. */
    private static final class SharedRandom implements RandomGenerator {
        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }
    }
}
