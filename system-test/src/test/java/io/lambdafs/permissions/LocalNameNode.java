package io.lambdafs.permissions;

import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.op.AllOperations;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** A NameNode with all operations over the in-memory store, in this process; {@link PatchedClasses} makes it lack a check. */
public final class LocalNameNode implements Function<RequestEnvelope, ResponseEnvelope> {
    private final NameNode nameNode;

    /** One whose superuser is this user. */
    public LocalNameNode(String superuser) {
        InstantSource clock = InstantSource.system();
        MetadataStore store = new InMemoryMetadataStore(clock);
        Random random = new Random(1);
        Pause pause = time -> LockSupport.parkNanos(time.toNanos());
        TransactionRunner runner =
                new TransactionRunner(store, RetryPolicy.defaults(), pause, random).guardedBy(KeepingTransaction::new);
        WriterIdentity identity = identity(store.registerWriter("permissions"));
        NameNodeConfig config = NameNodeConfig.defaults(superuser);
        nameNode = new NameNode(
                config,
                AllOperations.of(
                        config,
                        LeaseLimits.defaults(),
                        new FileOperations.Access(store, runner, identity),
                        new FileOperations.Dependencies(clock, pause, random),
                        System::nanoTime),
                new NameNode.Execution(
                        new ReadsAtOnce(new UncachedReads(runner)),
                        new OperationExecutor(runner, identity, WriteGate.open(), detached -> {}),
                        new RequestDeduplicator(0, Duration.ZERO)),
                clock,
                System::nanoTime);
    }

    private static WriterIdentity identity(WriterId writer) {
        return new WriterIdentity() {
            @Override
            public WriterId current() {
                return writer;
            }

            @Override
            public void fenced(WriterId refused) {
                throw new IllegalStateException("nobody fences here");
            }
        };
    }

    /** One call at a time: several would wait for each other's locks, for which the in-memory store has short bounds. */
    @Override
    public synchronized ResponseEnvelope apply(RequestEnvelope request) {
        return nameNode.handleAtOnce(request).orElseGet(() -> nameNode.handle(request));
    }

    /** Has what operations do with what a cache has, without a cache: what is read at once is read from the store. */
    private record ReadsAtOnce(UncachedReads reads) implements ReadPath {
        @Override
        public boolean keepsSomething() {
            return false;
        }

        @Override
        public <T> T readAtOnce(Function<ReadView, T> work) {
            return reads.readAndKeep(work);
        }

        @Override
        public <T> T read(Function<Transaction, T> work) {
            return reads.read(work);
        }

        @Override
        public <T> T readAndKeep(Function<ReadView, T> work) {
            return reads.readAndKeep(work);
        }
    }
}
