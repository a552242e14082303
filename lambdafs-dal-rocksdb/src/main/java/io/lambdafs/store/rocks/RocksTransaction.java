package io.lambdafs.store.rocks;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.OutcomeOperations;
import io.lambdafs.store.rocks.operation.Prefetched;
import io.lambdafs.store.rocks.operation.TransactionOperations;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.RequestId;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A transaction of the port; a reading one is one without an engine's transaction. */
final class RocksTransaction implements Transaction {
    private final EngineSession session;
    private final @Nullable WriteSession writing;
    private final Optional<RequestId> request;
    private final long begunMicros;
    private final Optional<byte[]> priorOutcome;
    private final EngineINodes inodes;
    private final EngineBlocks blocks;
    private final EngineReplicas replicas;
    private final EngineDataNodes dataNodes;
    private final EngineLeases leases;
    private final EngineWork work;
    private final EngineRoles roles;
    private final EngineDetails details;
    private boolean recorded;

    /** A reading one. */
    RocksTransaction(ReadSession session) {
        this(session, null, Optional.empty(), Prefetched.NOTHING);
    }

    /** A writing one, which has begun. */
    RocksTransaction(WriteSession session, Optional<RequestId> request, Prefetched prefetched) {
        this(session, session, request, prefetched);
    }

    private RocksTransaction(
            EngineSession session, @Nullable WriteSession writing, Optional<RequestId> request, Prefetched prefetched) {
        this.session = session;
        this.writing = writing;
        this.request = request;
        this.begunMicros = prefetched.nowMicros();
        this.priorOutcome = prefetched.priorOutcome();
        blocks = new EngineBlocks(session, prefetched);
        inodes = new EngineINodes(session, prefetched, blocks);
        replicas = new EngineReplicas(session);
        dataNodes = new EngineDataNodes(session);
        leases = new EngineLeases(session, prefetched);
        work = new EngineWork(session);
        roles = new EngineRoles(session);
        details = new EngineDetails(session);
    }

    @Override
    public EngineINodes inodes() {
        return inodes;
    }

    @Override
    public EngineBlocks blocks() {
        return blocks;
    }

    @Override
    public EngineReplicas replicas() {
        return replicas;
    }

    @Override
    public EngineDataNodes dataNodes() {
        return dataNodes;
    }

    @Override
    public EngineLeases leases() {
        return leases;
    }

    @Override
    public EngineWork work() {
        return work;
    }

    @Override
    public EngineRoles roles() {
        return roles;
    }

    @Override
    public EngineDetails details() {
        return details;
    }

    @Override
    public OutcomeTable outcomes() {
        return (olderThan, limit) -> {
            INodeTable.checkedBatch(limit);
            return session.ask(OutcomeOperations.PURGE, new OutcomeOperations.Purge(olderThan, limit));
        };
    }

    @Override
    public void announce(byte[] bytes) {
        session.later(TransactionOperations.ANNOUNCE, bytes.clone());
    }

    @Override
    public Optional<VolumeStore> volumes() {
        return Optional.of(session.volumes());
    }

    @Override
    public long nowMillis() {
        long micros = writing != null ? begunMicros : session.ask(TransactionOperations.NOW, Done.DONE);
        return TimeUnit.MICROSECONDS.toMillis(micros);
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return priorOutcome.map(byte[]::clone);
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        if (request.isEmpty() || recorded || priorOutcome.isPresent()) {
            throw new StoreException(Kind.INTERNAL, "an outcome is recorded once, and only for a request");
        }
        RequestId recordedFor = request.get();
        Bytes kept = Bytes.owning(outcome.clone());
        session.later(OutcomeOperations.RECORD, new OutcomeOperations.Recorded(recordedFor, kept));
        recorded = true;
    }

    @Override
    public void commit() {
        if (writing != null) {
            writing.commit();
        }
    }

    @Override
    public void close() {
        if (writing != null) {
            writing.close();
        }
    }
}
