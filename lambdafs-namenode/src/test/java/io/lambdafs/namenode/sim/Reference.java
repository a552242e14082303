package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** One NameNode without a cache that is alone with a state of the namespace: what a request must come to there. */
final class Reference {
    private final Target target = new Target();
    /** A NameNode remembers which file system it is of. */
    private final Map<ClusterIdentity, NameNode> nameNodes = new HashMap<>();

    private long ticks;

    private NameNode nameNode() {
        TransactionRunner runner = new TransactionRunner(
                        target, new RetryPolicy(2, Duration.ZERO, Duration.ZERO), pause -> {}, new SplittableRandom(1))
                .guardedBy(KeepingTransaction::new);
        WriterIdentity writer = new WriterIdentity() {
            @Override
            public WriterId current() {
                return target.writer;
            }

            @Override
            public void fenced(WriterId refused) {
                throw new IllegalStateException("nobody fences the reference");
            }
        };
        Operations.Dependencies dependencies = new Operations.Dependencies(
                target, runner, writer, () -> Instant.EPOCH, () -> 0, pause -> {}, new SplittableRandom(2));
        return new NameNode(
                Operations.CONFIG,
                Operations.of(dependencies),
                new NameNode.Execution(
                        new UncachedReads(runner),
                        new OperationExecutor(runner, writer, WriteGate.open(), roots -> {}),
                        new RequestDeduplicator(0, Duration.ZERO)),
                () -> Instant.EPOCH,
                this::backwards);
    }

    /** What the NameNode knows of one state's time becomes too small to refuse what is asked of an earlier state. */
    private long backwards() {
        ticks -= Duration.ofHours(1).toNanos();
        return ticks;
    }

    /** Carries the request out in this state, which a write changes. */
    ResponseEnvelope answer(InMemoryDatabase state, RequestEnvelope request) {
        target.set(state);
        RequestLife present = RequestLife.of(target.nowMillis(), 0);
        return nameNodes.computeIfAbsent(target.identity(), of -> nameNode()).handle(request.living(present));
    }

    /** The store of whichever state is asked. */
    private static final class Target implements MetadataStore {
        private static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));
        /** Far above the inodes and far below the blocks of the simulated NameNodes, so that numbers never meet. */
        private static final long FIRST_NUMBER = 1L << 38;

        private InMemoryMetadataStore state = new InMemoryMetadataStore(() -> SimProcess.EPOCH);
        private WriterId writer = new WriterId(1);
        private long next = FIRST_NUMBER;

        void set(InMemoryDatabase database) {
            state = new InMemoryMetadataStore(database, AT_ONCE);
            writer = state.registerWriter("reference");
        }

        long nowMillis() {
            try (Transaction tx = state.beginRead()) {
                return tx.nowMillis();
            }
        }

        @Override
        public ClusterIdentity identity() {
            return state.identity();
        }

        @Override
        public Transaction beginRead() {
            return state.beginRead();
        }

        @Override
        public Transaction beginWrite(WriterId ignored) {
            return state.beginWrite(writer);
        }

        @Override
        public Transaction beginWrite(WriterId ignored, RequestId request) {
            return state.beginWrite(writer, request);
        }

        @Override
        public WriterId registerWriter(String label) {
            return writer;
        }

        @Override
        public void fence(WriterId fenced, Duration bound) {
            state.fence(fenced, bound);
        }

        @Override
        public List<Writer> writers() {
            return state.writers();
        }

        @Override
        public List<Writer> openWriters(Predicate<Writer> suspects) {
            return state.openWriters(suspects);
        }

        @Override
        public int deployments(int first) {
            return first;
        }

        @Override
        public boolean changeDeployments(int from, int to) {
            return state.changeDeployments(from, to);
        }

        @Override
        public IdRange reserve(Sequence sequence, int count, long floor) {
            next = Math.max(next, floor) + count;
            return new IdRange(next - count, count);
        }

        @Override
        public void close() {
            state.close();
        }
    }
}
