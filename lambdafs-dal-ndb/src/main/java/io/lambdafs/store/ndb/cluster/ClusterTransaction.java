package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbErrorConst;
import com.mysql.ndbjtie.ndbapi.NdbIndexScanOperation;
import com.mysql.ndbjtie.ndbapi.NdbOperationConst;
import com.mysql.ndbjtie.ndbapi.NdbTransaction;
import com.mysql.ndbjtie.ndbapi.NdbTransaction.ExecType;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of the cluster. Used by one thread; the store's close and the watch over old transactions may end it
 * from theirs. After a failure it can only be closed.
 */
public final class ClusterTransaction implements AutoCloseable {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(5);
    private static final int FORCE_SEND = 1;

    private final ClusterSession session;
    private final Sessions owner;
    private final Tables tables;
    private final Duration life;
    private final LongAdder roundTrips;
    private final long begunNanos = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable NdbTransaction transaction;
    private @Nullable StoreException failure;
    private boolean closed;

    ClusterTransaction(Lent lent, TransactionHint place, Duration life) {
        session = lent.session();
        owner = lent.owner();
        tables = lent.tables();
        roundTrips = lent.roundTrips();
        this.life = life;
        transaction = start(place);
    }

    /** What a transaction uses while it runs. */
    record Lent(ClusterSession session, Sessions owner, Tables tables, LongAdder roundTrips) {}

    private NdbTransaction start(TransactionHint place) {
        TableDefinition near = place.table();
        NdbTransaction started;
        if (near == null) {
            started = session.ndb().startTransaction(null, null, 0);
        } else {
            ByteBuffer key = session.partitionKey(place.partitionKey());
            started = session.ndb().startTransaction(tables.get(near).handle(), key, key.capacity());
        }
        if (started == null) {
            throw failed(session.ndb().getNdbError());
        }
        return started;
    }

    /** Carries a batch out and goes on. */
    public void execute(OperationBatch batch) {
        run(on -> execute(on, batch, ExecType.NoCommit));
    }

    /** Carries a batch out and commits; all of it happens, or nothing of the whole transaction. */
    public void commit(OperationBatch batch) {
        run(on -> execute(on, batch, ExecType.Commit));
    }

    private OperationBatch execute(NdbTransaction on, OperationBatch batch, int last) {
        List<OperationBatch.Operation> all = batch.operations();
        int done = 0;
        do {
            done += executeSome(on, all.subList(done, all.size()), last);
        } while (done < all.size());
        return batch;
    }

    /** Carries out as many as fit into one round trip; returns how many. */
    private int executeSome(NdbTransaction on, List<OperationBatch.Operation> operations, int last) {
        session.memory().reset();
        OperationBatch.Definition definition =
                new OperationBatch.Definition(on, tables, session.memory(), session.options());
        List<NdbOperationConst> defined = new ArrayList<>(Math.min(operations.size(), OperationBatch.MOST_AT_ONCE));
        while (defined.size() < operations.size()
                && defined.size() < OperationBatch.MOST_AT_ONCE
                && !session.memory().isNearlyFull()) {
            NdbOperationConst told = operations.get(defined.size()).define(definition);
            if (told == null) {
                throw NdbErrors.translate(on.getNdbError());
            }
            defined.add(told);
        }
        send(on, defined.size() == operations.size() ? last : ExecType.NoCommit);
        for (int i = 0; i < defined.size(); i++) {
            operations.get(i).done(tolerable(defined.get(i).getNdbError()));
        }
        return defined.size();
    }

    private void send(NdbTransaction on, int type) {
        roundTrips.increment();
        if (on.execute(type, NdbOperationConst.AbortOption.DefaultAbortOption, FORCE_SEND) != 0) {
            throw failed(on.getNdbError());
        }
        owner.served();
    }

    private StoreException failed(NdbErrorConst error) {
        StoreException failed = NdbErrors.translate(error);
        if (error.code() == NdbErrors.CLUSTER_LOST) {
            owner.lost();
        } else if (failed.kind() == Kind.UNAVAILABLE) {
            owner.refused();
        }
        return failed;
    }

    private static int tolerable(NdbErrorConst error) {
        int code = error.code();
        if (code != 0 && code != NdbErrors.ABSENT && code != NdbErrors.PRESENT && code != NdbErrors.TAKEN) {
            throw NdbErrors.translate(error);
        }
        return code;
    }

    /** Carries a scan out; one round trip for each few hundred rows. */
    public <T> List<T> scan(Scan<T> scan) {
        return run(on -> {
            List<T> rows = new ArrayList<>();
            List<Range> ranges = scan.ranges();
            for (int from = 0; from < ranges.size() && rows.size() < scan.limit(); from += ScanRun.MOST_RANGES) {
                List<Range> some = ranges.subList(from, Math.min(ranges.size(), from + ScanRun.MOST_RANGES));
                rows.addAll(scan(on, scan, some, scan.limit() - rows.size()));
            }
            return rows;
        });
    }

    private <T> List<T> scan(NdbTransaction on, Scan<T> scan, List<Range> ranges, int limit) {
        session.memory().reset();
        ScanRun<T> run = new ScanRun<>(on, tables.get(scan.table()), session.memory(), scan);
        NdbIndexScanOperation operation = run.define(ranges, limit);
        send(on, ExecType.NoCommit);
        return run.take(operation, limit);
    }

    /** Carries scans out together; one round trip, and more for each few hundred rows of one. */
    public void scan(ScanGroup group) {
        run(on -> {
            session.memory().reset();
            List<Started<?>> started = new ArrayList<>();
            group.results().forEach(result -> started.add(start(on, result)));
            send(on, ExecType.NoCommit);
            started.forEach(Started::take);
            return group;
        });
    }

    private <T> Started<T> start(NdbTransaction on, ScanGroup.Result<T> result) {
        Scan<T> scan = result.scan();
        ScanRun<T> run = new ScanRun<>(on, tables.get(scan.table()), session.memory(), scan);
        return new Started<>(result, run, run.define(scan.ranges(), scan.limit()));
    }

    /** A scan of a group, under way. */
    private record Started<T>(ScanGroup.Result<T> result, ScanRun<T> run, NdbIndexScanOperation operation) {
        void take() {
            result.found(run.take(operation, result.scan().limit()));
        }
    }

    /** A step that is passed to the native transaction. */
    @FunctionalInterface
    private interface Step<T> {
        T on(NdbTransaction transaction);
    }

    private <T> T run(Step<T> step) {
        lock.lock();
        try {
            if (System.nanoTime() - begunNanos > life.toNanos()) {
                expire();
            }
            return step.on(requireAlive());
        } catch (StoreException e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private NdbTransaction requireAlive() {
        if (failure != null) {
            throw new StoreException(failure.kind(), "the transaction has failed and can only be closed", failure);
        }
        if (closed || transaction == null) {
            throw new StoreException(Kind.INTERNAL, "the transaction has ended");
        }
        return transaction;
    }

    private void expire() {
        if (transaction != null && failure == null) {
            failure = new StoreException(Kind.EXPIRED, "the transaction lived longer than " + life);
            end();
        }
    }

    private void end() {
        if (transaction != null) {
            transaction.close();
            transaction = null;
        }
    }

    /** Gives the locks up if the transaction has lived longer than it may, and nobody is just using it. */
    void endIfTooOld() {
        if (System.nanoTime() - begunNanos > life.toNanos() && lock.tryLock()) {
            try {
                expire();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Rolls back what is not committed. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            end();
        } finally {
            lock.unlock();
        }
        owner.ended(this, session);
    }

    /** Ends the transaction because the store is closed; false if it is in a call that does not return. */
    boolean abandon() {
        try {
            if (!lock.tryLock(LONGEST_CALL.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            if (failure == null) {
                failure = new StoreException(Kind.UNAVAILABLE, "the store has been closed");
            }
        } finally {
            lock.unlock();
        }
        close();
        return true;
    }
}
