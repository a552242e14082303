package io.lambdafs.store.ndb.access;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TransactionHint;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One transaction that writes. Changes wait for the next round trip: deletions and updates go first, and insertions that
 * may need what was deleted go after them, because the operations of one batch run side by side.
 */
public final class WriteAccess implements NdbAccess {
    private final ClusterTransaction transaction;
    private final LongSupplier clock;
    private OperationBatch waiting = new OperationBatch();
    private OperationBatch waitingInsertions = new OperationBatch();
    private OperationBatch foreseen = new OperationBatch();
    private boolean deletes;
    private boolean ended;
    private @Nullable StoreException failure;

    public WriteAccess(ClusterTransaction transaction, LongSupplier clock) {
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void read(OperationBatch reads, TransactionHint near) {
        requireAlive();
        flush();
        if (!reads.isEmpty()) {
            foreseen.addAll(reads);
            readForeseen();
        }
    }

    @Override
    public boolean foresee(Consumer<OperationBatch> reads) {
        requireAlive();
        reads.accept(foreseen);
        return true;
    }

    @Override
    public void readForeseen() {
        requireAlive();
        if (!foreseen.isEmpty()) {
            OperationBatch reads = foreseen;
            foreseen = new OperationBatch();
            run(() -> transaction.execute(reads));
        }
    }

    @Override
    public void lock(OperationBatch reads) {
        read(reads, TransactionHint.ANYWHERE);
    }

    @Override
    public <T> List<T> scan(Scan<T> scan, TransactionHint near) {
        requireAlive();
        flush();
        try {
            return transaction.scan(scan);
        } catch (StoreException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void change(OperationBatch changes) {
        requireAlive();
        if (deletes || !waitingInsertions.isEmpty()) {
            flush();
        }
        OperationBatch all = waiting;
        waiting = new OperationBatch();
        all.addAll(changes);
        run(() -> transaction.execute(all));
    }

    @Override
    public void later(Consumer<OperationBatch> changes) {
        requireAlive();
        changes.accept(waiting);
    }

    @Override
    public void deleteLater(Consumer<OperationBatch> changes) {
        later(changes);
        deletes = true;
    }

    @Override
    public void insertLater(Consumer<OperationBatch> changes) {
        requireAlive();
        changes.accept(deletes ? waitingInsertions : waiting);
    }

    @Override
    public void settle() {
        requireAlive();
        flush();
    }

    private void flush() {
        if (!waiting.isEmpty()) {
            OperationBatch first = waiting;
            waiting = new OperationBatch();
            deletes = false;
            run(() -> transaction.execute(first));
        }
        if (!waitingInsertions.isEmpty()) {
            OperationBatch then = waitingInsertions;
            waitingInsertions = new OperationBatch();
            run(() -> transaction.execute(then));
        }
    }

    public void commit() {
        requireAlive();
        if (waitingInsertions.isEmpty()) {
            run(() -> transaction.commit(waiting));
        } else {
            OperationBatch then = waitingInsertions;
            waitingInsertions = new OperationBatch();
            flush();
            run(() -> transaction.commit(then));
        }
        close();
    }

    public void close() {
        if (!ended) {
            ended = true;
            transaction.close();
        }
    }

    private void run(Runnable call) {
        try {
            call.run();
        } catch (StoreException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public long nowMicros() {
        return clock.getAsLong();
    }

    @Override
    public StoreException fail(Kind kind, String message) {
        StoreException failed = new StoreException(kind, message);
        failure = failed;
        return failed;
    }

    private void requireAlive() {
        if (ended) {
            throw new StoreException(Kind.INTERNAL, "the transaction has ended");
        }
        if (failure != null) {
            throw new StoreException(failure.kind(), "the transaction has failed and can only be closed", failure);
        }
    }
}
