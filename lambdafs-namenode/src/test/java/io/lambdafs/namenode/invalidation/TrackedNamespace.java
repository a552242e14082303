package io.lambdafs.namenode.invalidation;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.LeavingOut;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeConfig.FileDefaults;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.SecurityConfig;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.encryption.TwinKeyProvider;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.op.AllOperations;
import io.lambdafs.namenode.op.file.AccessTimes;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** A random namespace with a NameNode, of which is taken down what its writes have invalidated. */
final class TrackedNamespace {
    private static final String SUPERUSER = "hdfs";
    private static final Duration DAYS = Duration.ofDays(30);
    private static final TwinKeyProvider KEYS = new TwinKeyProvider().with(NamespaceRequests.KEY, "AES/CTR/NoPadding");

    private static final NameNodeConfig CONFIG = new NameNodeConfig(
            SUPERUSER,
            "supergroup",
            true,
            new FileDefaults(RandomNamespace.BLOCK_SIZE, 10, 3, 1, 512, 5),
            1000,
            512,
            DAYS,
            NamespaceLimits.defaults(),
            FeatureConfig.defaults(),
            SecurityConfig.DEFAULTS);

    /** Leases run out at once, so that files are taken from their writers. */
    private static final LeaseLimits LEASES = new LeaseLimits(Duration.ZERO, DAYS, Duration.ZERO);

    private final InstantSource clock = this::now;
    private long millis = 1_000_000;
    private final SplittableRandom random;
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(clock);
    private final WriterId writer = store.registerWriter("test");
    private final TransactionRunner runner = new TransactionRunner(
                    store, new RetryPolicy(4, Duration.ZERO, Duration.ZERO), pause -> {}, new Random(1))
            .guardedBy(KeepingTransaction::new);
    private final NotifiedScopes told = new NotifiedScopes();
    private final Map<String, Operation<?, ?>> operations;
    private final NameNode nameNode;
    private long requests;

    /**
     * Fills it.
     *
     * @param leftOut which entry of what they change the operations do not tell; see {@link LeavingOut}
     */
    TrackedNamespace(long seed, IntUnaryOperator leftOut) {
        random = new SplittableRandom(seed);
        operations = operations();
        Map<String, Operation<?, ?>> flawed = new TreeMap<>(operations);
        flawed.replaceAll((method, operation) -> leavingOut(operation, leftOut));
        OperationExecutor executor = new OperationExecutor(runner, identity(), told, detached -> {});
        NameNode.Execution execution = new NameNode.Execution(
                new UncachedReads(runner), executor, new RequestDeduplicator(0, Duration.ofSeconds(30)));
        nameNode = new NameNode(CONFIG, flawed, execution, clock, () -> 0);
        runner.write(writer, tx -> {
            RandomNamespace.fill(store, tx, random);
            return writer;
        });
    }

    private Instant now() {
        return Instant.ofEpochMilli(millis);
    }

    private static Operation<?, ?> leavingOut(Operation<?, ?> operation, IntUnaryOperator leftOut) {
        return operation instanceof WriteOperation<?, ?> write ? new LeavingOut<>(write, leftOut) : operation;
    }

    private WriterIdentity identity() {
        return new WriterIdentity() {
            @Override
            public WriterId current() {
                return writer;
            }

            @Override
            public void fenced(WriterId refused) {
                throw new IllegalStateException("nobody fences " + refused);
            }
        };
    }

    /** Those that instances run, so that none is added there and not here. */
    private Map<String, Operation<?, ?>> operations() {
        return AllOperations.of(
                CONFIG,
                LEASES,
                new FileOperations.Access(store, runner, identity()),
                new FileOperations.Dependencies(
                        clock, pause -> {}, new Random(3), AccessTimes.NONE, new EncryptedKeys(KEYS, Runnable::run)),
                () -> 0);
    }

    /** The methods whose operations write. */
    Collection<String> writingMethods() {
        return operations.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof WriteOperation<?, ?>)
                .map(Map.Entry::getKey)
                .toList();
    }

    String blockPoolId() {
        return store.identity().blockPoolId();
    }

    StoredState state() {
        return runner.read(StoredState::read);
    }

    Choices choices(StoredState state) {
        return new Choices(state, random);
    }

    /** Marks some directories as observed, as if their times were cached now, and the others as not. */
    void observeSome() {
        runner.write(writer, tx -> {
            for (INode inode : StoredState.read(tx).inodes().values()) {
                if (inode instanceof Directory directory) {
                    tx.inodes()
                            .update(new Directory(
                                    directory.id(),
                                    directory.key(),
                                    directory.attributes(),
                                    directory.children(),
                                    random.nextBoolean()));
                }
            }
            return INodeId.ROOT;
        });
    }

    /** Carries out a request, some time later. */
    Done call(String method, MessageLite request) {
        millis++;
        told.clear();
        Caller caller = new Caller(SUPERUSER, List.of("supergroup"), "127.0.0.1");
        ResponseEnvelope response = nameNode.handle(new RequestEnvelope(
                new RequestId(new UUID(1, 2), ++requests),
                caller,
                RequestLife.of(millis, 10_000),
                method,
                bytes(request)));
        return new Done(response, told.latest());
    }

    /** Some fields of a request for what is not there are missing. */
    private static byte[] bytes(MessageLite request) {
        return request.isInitialized() ? request.toByteArray() : new byte[0];
    }

    /** What a request came to, and what was forgotten before it was committed. */
    record Done(ResponseEnvelope response, Scope forgotten) {}
}
