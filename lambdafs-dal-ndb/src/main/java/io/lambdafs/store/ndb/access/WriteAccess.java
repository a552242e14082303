package io.lambdafs.store.ndb.access;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.Place;
import io.lambdafs.store.ndb.cluster.Scan;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One transaction that writes. Changes wait for the next round trip: deletions and updates go first, and insertions that
 * may need what was deleted go after them, because the operations of one batch run side by side.
 */
public final class WriteAccess implements Access {
    private final ClusterTransaction transaction;
    private final LongSupplier clock;
    private Batch waiting = new Batch();
    private Batch waitingInsertions = new Batch();
    private Batch foreseen = new Batch();
    private boolean deletes;
    private boolean ended;
    private @Nullable StoreException failure;

    public WriteAccess(ClusterTransaction transaction, LongSupplier clock) {
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void read(Batch reads, Place near) {
        requireAlive();
        flush();
        if (!reads.isEmpty()) {
            foreseen.addAll(reads);
            readForeseen();
        }
    }

    @Override
    public boolean foresee(Consumer<Batch> reads) {
        requireAlive();
        reads.accept(foreseen);
        return true;
    }

    @Override
    public void readForeseen() {
        requireAlive();
        if (!foreseen.isEmpty()) {
            Batch reads = foreseen;
            foreseen = new Batch();
            run(() -> transaction.execute(reads));
        }
    }

    @Override
    public void lock(Batch reads) {
        read(reads, Place.ANYWHERE);
    }

    @Override
    public <T> List<T> scan(Scan<T> scan, Place near) {
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
    public void change(Batch changes) {
        requireAlive();
        if (deletes || !waitingInsertions.isEmpty()) {
            flush();
        }
        Batch all = waiting;
        waiting = new Batch();
        all.addAll(changes);
        run(() -> transaction.execute(all));
    }

    @Override
    public void later(Consumer<Batch> changes) {
        requireAlive();
        changes.accept(waiting);
    }

    @Override
    public void deleteLater(Consumer<Batch> changes) {
        later(changes);
        deletes = true;
    }

    @Override
    public void insertLater(Consumer<Batch> changes) {
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
            Batch first = waiting;
            waiting = new Batch();
            deletes = false;
            run(() -> transaction.execute(first));
        }
        if (!waitingInsertions.isEmpty()) {
            Batch then = waitingInsertions;
            waitingInsertions = new Batch();
            run(() -> transaction.execute(then));
        }
    }

    public void commit() {
        requireAlive();
        if (waitingInsertions.isEmpty()) {
            run(() -> transaction.commit(waiting));
        } else {
            Batch then = waitingInsertions;
            waitingInsertions = new Batch();
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
