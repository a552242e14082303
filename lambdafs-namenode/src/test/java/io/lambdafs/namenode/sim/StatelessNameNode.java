package io.lambdafs.namenode.sim;

import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A NameNode without a cache, which needs no other one's leave. */
final class StatelessNameNode implements SimInstance.Assembly {
    private static final long REMEMBERED_BYTES = 1 << 20;

    private final Removals removals;
    private final NameNode nameNode;

    StatelessNameNode(
            SimProcess process, MetadataStore store, Pause pause, Removals.Settings removing, RandomGenerator random) {
        Function<MetadataStore, TransactionRunner> runners = with ->
                new TransactionRunner(with, RetryPolicy.defaults(), pause, random).guardedBy(KeepingTransaction::new);
        TransactionRunner runner = runners.apply(store);
        WriterIdentity writer = new Registration(store, process.name());
        Operations.Dependencies dependencies =
                new Operations.Dependencies(store, runner, writer, process.clock(), process.ticker(), pause, random);
        removals = new Removals(removing, store, runners, writer, process.executor("emptying"));
        nameNode = new NameNode(
                Operations.CONFIG,
                Operations.of(dependencies, removing.flaws()),
                new NameNode.Execution(
                        new UncachedReads(runner),
                        new OperationExecutor(runner, writer, WriteGate.open(), removals),
                        new RequestDeduplicator(REMEMBERED_BYTES, Duration.ZERO)),
                process.clock(),
                process.ticker());
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        return nameNode.handle(request);
    }

    @Override
    public boolean remove(RemovalBatch batch) {
        return removals.remove(batch);
    }

    /** The name under which it writes. */
    private static final class Registration implements WriterIdentity {
        private final MetadataStore store;
        private final String label;
        private @Nullable WriterId present;

        Registration(MetadataStore store, String label) {
            this.store = store;
            this.label = label;
        }

        @Override
        public WriterId current() {
            WriterId writer = present;
            if (writer == null) {
                writer = store.registerWriter(label);
                present = writer;
            }
            return writer;
        }

        @Override
        public void fenced(WriterId refused) {
            if (refused.equals(present)) {
                present = null;
            }
        }
    }
}
