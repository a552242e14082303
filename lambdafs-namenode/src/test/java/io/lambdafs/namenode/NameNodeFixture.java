package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.op.constant.ConstantOperations;
import io.lambdafs.namenode.op.encryption.EncryptionOperations;
import io.lambdafs.namenode.op.inotify.InotifyOperations;
import io.lambdafs.namenode.op.namespace.DirectoryMaker;
import io.lambdafs.namenode.op.namespace.NamespaceOperations;
import io.lambdafs.namenode.op.namespace.ObjectLimit;
import io.lambdafs.namenode.op.policy.StoragePolicyOperations;
import io.lambdafs.namenode.op.quota.QuotaOperations;
import io.lambdafs.namenode.op.snapshot.SnapshotOperations;
import io.lambdafs.namenode.op.subtree.SubtreeOperations;
import io.lambdafs.namenode.op.xattr.XAttrOperations;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;
import org.jspecify.annotations.Nullable;

/** A NameNode over the in-memory store, with a clock that tests set and calls that are one line long. */
public final class NameNodeFixture implements InstantSource {
    public static final String SUPERUSER = "hdfs";

    // First: the store asks for the time when it is made.
    private final AtomicLong now = new AtomicLong(1_000_000);

    public final MetadataStore store;
    public final List<INodeId> detached = new CopyOnWriteArrayList<>();
    public final List<WriterId> fenced = new CopyOnWriteArrayList<>();
    /** How often a transaction was run again. */
    public final AtomicInteger runAgain = new AtomicInteger();

    public final TransactionRunner runner;
    public final WriterId writer;

    /** Runs what no answer waits for: at once, unless a test says otherwise. */
    public Executor afterwards = Runnable::run;

    /** Hears what is answered. */
    public OperationObserver observer = OperationObserver.NONE;

    private final AtomicLong sequence = new AtomicLong();
    private final UUID client = new UUID(1, 2);
    private final NameNode nameNode;

    /** With the namespace operations, those with fixed answers, and these. */
    public NameNodeFixture(NameNodeConfig config, Map<String, Operation<?, ?>> more) {
        this(config, fixture -> more);
    }

    /** With the namespace operations, those with fixed answers, and those that are made of this. */
    public NameNodeFixture(NameNodeConfig config, Function<NameNodeFixture, Map<String, Operation<?, ?>>> more) {
        this(config, more, fixture -> new UncachedReads(fixture.runner));
    }

    /** As above, with reads that are made of this. */
    public NameNodeFixture(
            NameNodeConfig config,
            Function<NameNodeFixture, Map<String, Operation<?, ?>>> more,
            Function<NameNodeFixture, ReadPath> reads) {
        this(config, more, reads, UnaryOperator.identity());
    }

    private NameNodeFixture(
            NameNodeConfig config,
            Function<NameNodeFixture, Map<String, Operation<?, ?>>> more,
            Function<NameNodeFixture, ReadPath> reads,
            UnaryOperator<Transaction> decoration) {
        store = new DecoratedStore(new InMemoryMetadataStore(this), decoration);
        runner = new TransactionRunner(
                        store,
                        RetryPolicy.defaults(),
                        duration -> runAgain.incrementAndGet(),
                        RandomGenerator.of("L64X128MixRandom"))
                .guardedBy(KeepingTransaction::new);
        writer = store.registerWriter("test");
        Map<String, Operation<?, ?>> operations = new HashMap<>(ConstantOperations.all(config, ""));
        operations.putAll(EncryptionOperations.all(EncryptedKeys.NONE));
        operations.putAll(XAttrOperations.all(config));
        operations.putAll(StoragePolicyOperations.all(config));
        operations.putAll(QuotaOperations.all(config));
        operations.putAll(SnapshotOperations.all());
        operations.putAll(SubtreeOperations.all());
        operations.putAll(InotifyOperations.all(store.changeFeed()));
        operations.putAll(NamespaceOperations.all(
                config,
                new DirectoryMaker(
                        new IdSource(store, Sequence.INODE, 100),
                        new ObjectLimit(runner, this, config.limits().maxObjects())),
                (call, tx, files) -> Map.of()));
        operations.putAll(more.apply(this));
        OperationExecutor executor =
                new OperationExecutor(runner, identity(), new ForeseeingGate(store), detached::addAll);
        NameNode.Execution execution = new NameNode.Execution(
                reads.apply(this),
                executor,
                new RequestDeduplicator(0, Duration.ofSeconds(30)),
                task -> afterwards.execute(task),
                (request, response) -> observer.answered(request, response));
        nameNode = new NameNode(config, operations, execution, this, () -> TimeUnit.MILLISECONDS.toNanos(now.get()));
    }

    /** With writing transactions that are decorated. */
    public NameNodeFixture(UnaryOperator<Transaction> decoration) {
        this(
                NameNodeConfig.defaults(SUPERUSER),
                fixture -> Map.of(),
                fixture -> new UncachedReads(fixture.runner),
                decoration);
    }

    public NameNodeFixture() {
        this(NameNodeConfig.defaults(SUPERUSER), fixture -> Map.of());
    }

    public WriterIdentity identity() {
        return new WriterIdentity() {
            @Override
            public WriterId current() {
                return writer;
            }

            @Override
            public void fenced(WriterId refused) {
                fenced.add(refused);
            }
        };
    }

    public NameNode nameNode() {
        return nameNode;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(now.get());
    }

    public void advance(long millis) {
        now.addAndGet(millis);
    }

    public RequestId newRequestId() {
        return new RequestId(client, sequence.incrementAndGet());
    }

    public ResponseEnvelope send(RequestId id, String user, String method, byte[] payload) {
        return nameNode.handle(request(id, user, method, payload));
    }

    public RequestEnvelope request(RequestId id, String user, String method, byte[] payload) {
        Caller caller = new Caller(user, List.of(user, user + "-group"), "127.0.0.1");
        return new RequestEnvelope(id, caller, RequestLife.of(now.get(), 10_000), method, payload);
    }

    /** Calls as the superuser. */
    public <R extends MessageLite> R call(String method, MessageLite request, Parser<R> parser) {
        return callAs(SUPERUSER, method, request, parser);
    }

    /** Calls as a user who is in the groups {@code <user>} and {@code <user>-group}. */
    public <R extends MessageLite> R callAs(String user, String method, MessageLite request, Parser<R> parser) {
        ResponseEnvelope response = send(newRequestId(), user, method, request.toByteArray());
        assertThat(response.error()).as(response.message()).isNull();
        try {
            return parser.parseFrom(response.payload());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    /** Calls and expects to be refused. */
    public Refusal refusal(String user, String method, MessageLite request) {
        ResponseEnvelope response = send(newRequestId(), user, method, request.toByteArray());
        assertThat(response.succeeded()).isFalse();
        return new Refusal(response.error(), response.message());
    }

    /** How a call was refused. */
    public record Refusal(@Nullable ErrorCode code, String message) {}
}
