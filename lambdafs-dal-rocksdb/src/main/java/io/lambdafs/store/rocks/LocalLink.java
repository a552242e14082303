package io.lambdafs.store.rocks;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.RunningEngine;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.operation.EngineOperation;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.Prefetched;
import io.lambdafs.store.rocks.operation.TableInvocation;
import io.lambdafs.store.rocks.operation.TableOperation;
import io.lambdafs.store.rocks.operation.TransactionOperations;
import io.lambdafs.store.rocks.table.StoredTables;
import java.time.Duration;
import java.util.List;

/** A link to an engine in this process. Nothing is encoded. */
final class LocalLink implements EngineLink {
    private final RunningEngine engine;
    private final EngineWaiting waiting;
    private final long number;
    private final TransactionBounds bounds;
    private final Duration patience;
    private volatile boolean closed;

    LocalLink(RunningEngine engine, Bounds bounds, EngineWaiting waiting) {
        this.engine = engine;
        this.waiting = waiting;
        this.number = engine.nextNumber();
        this.bounds = new TransactionBounds(bounds.lock(), bounds.transaction());
        // The engine enforces the transaction's bounds. This one is for an engine that does not answer at all.
        this.patience = bounds.connect().plus(bounds.transaction());
    }

    @Override
    public ClusterIdentity identity() {
        return engine.identity();
    }

    @Override
    public <A, R> R ask(EngineOperation<A, R> operation, A argument, Duration more) {
        Waiter<R> waiter = waiter();
        operation.body().submit(engine, argument, waiter);
        return waiter.await(patience.plus(more));
    }

    @Override
    public <A, R> R read(TableOperation<A, R> operation, A argument) {
        TableInvocation<A, R> question = new TableInvocation<>(operation, argument);
        Waiter<R> waiter = waiter();
        engine.submit(new EngineEvent.Read<>(rows -> question.on(new StoredTables(rows)), waiter));
        return waiter.await(patience);
    }

    @Override
    public Begun begin(WriterId writer, Opening opening) {
        long transaction = engine.nextNumber();
        TableInvocation<Opening, Prefetched> open = new TableInvocation<>(TransactionOperations.OPEN, opening);
        Waiter<Prefetched> waiter = waiter();
        engine.submit(new EngineEvent.Begin<>(
                transaction, number, writer, bounds, rows -> open.on(new StoredTables(rows)), waiter));
        try {
            return new Begun(new LocalTransaction(this, transaction), waiter.await(patience));
        } catch (StoreException e) {
            // If it was no answer but the lack of one, the transaction may be there.
            rollBack(transaction);
            throw e;
        }
    }

    private <R> Waiter<R> waiter() {
        if (closed) {
            throw new StoreException(Kind.UNAVAILABLE, "the store has been closed");
        }
        return new Waiter<>(waiting);
    }

    <R> R call(long transaction, List<TableInvocation<?, ?>> changes, TableInvocation<?, R> question, boolean commit) {
        Waiter<R> waiter = waiter();
        engine.submit(new EngineEvent.Call<>(
                transaction,
                rows -> {
                    StoredTables tables = new StoredTables(rows);
                    for (TableInvocation<?, ?> change : changes) {
                        change.on(tables);
                    }
                    return question.on(tables);
                },
                commit,
                waiter));
        return waiter.await(patience);
    }

    void rollBack(long transaction) {
        if (!closed) {
            engine.submit(new EngineEvent.RollBack(transaction));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            engine.submit(new EngineEvent.Disconnect(number));
        }
    }
}
