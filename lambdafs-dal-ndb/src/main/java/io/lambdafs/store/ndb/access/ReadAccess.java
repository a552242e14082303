package io.lambdafs.store.ndb.access;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TransactionHint;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Reads what is committed: each call is a transaction of its own. */
public final class ReadAccess implements NdbAccess {
    private final NdbCluster cluster;
    private final LongSupplier clock;
    private final Duration life;
    private boolean ended;

    public ReadAccess(NdbCluster cluster, LongSupplier clock, Duration life) {
        this.cluster = cluster;
        this.clock = clock;
        this.life = life;
    }

    public void end() {
        ended = true;
    }

    @Override
    public void read(OperationBatch reads, TransactionHint near) {
        if (reads.isEmpty()) {
            return;
        }
        try (ClusterTransaction transaction = begin(near)) {
            transaction.commit(reads);
        }
    }

    @Override
    public <T> List<T> scan(Scan<T> scan, TransactionHint near) {
        try (ClusterTransaction transaction = begin(near)) {
            return transaction.scan(scan);
        }
    }

    private ClusterTransaction begin(TransactionHint near) {
        if (ended) {
            throw new StoreException(Kind.INTERNAL, "the transaction has ended");
        }
        return cluster.begin(life, near);
    }

    @Override
    public void lock(OperationBatch reads) {
        throw refused();
    }

    @Override
    public void change(OperationBatch changes) {
        throw refused();
    }

    @Override
    public void later(Consumer<OperationBatch> changes) {
        throw refused();
    }

    @Override
    public void insertLater(Consumer<OperationBatch> changes) {
        throw refused();
    }

    @Override
    public void deleteLater(Consumer<OperationBatch> changes) {
        throw refused();
    }

    @Override
    public void settle() {
        throw refused();
    }

    @Override
    public long nowMicros() {
        return clock.getAsLong();
    }

    @Override
    public StoreException fail(Kind kind, String message) {
        return new StoreException(kind, message);
    }

    private static StoreException refused() {
        return new StoreException(Kind.INTERNAL, "a reading transaction neither writes nor locks");
    }
}
