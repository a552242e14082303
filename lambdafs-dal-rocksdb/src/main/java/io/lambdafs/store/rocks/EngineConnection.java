package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.Event;
import io.lambdafs.store.rocks.engine.Reply;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.engine.Work;
import java.time.Duration;
import java.util.function.Function;

/** A connection of one store to an engine. Its open transactions roll back when it is closed. Thread-safe. */
final class EngineConnection implements AutoCloseable {
    private final Engine engine;
    private final long number;
    private final TransactionBounds bounds;
    private final Duration patience;
    private volatile boolean closed;

    EngineConnection(Engine engine, Bounds bounds) {
        this.engine = engine;
        this.number = engine.nextNumber();
        this.bounds = new TransactionBounds(bounds.lock(), bounds.transaction());
        // The engine enforces the transaction's bounds. This one is for an engine that does not answer at all.
        this.patience = bounds.connect().plus(bounds.transaction());
    }

    long nextTransaction() {
        return engine.nextNumber();
    }

    <T> T begin(long transaction, WriterId writer, Work<T> first) {
        return ask(reply -> new Event.Begin<>(transaction, number, writer, bounds, first, reply));
    }

    <T> T ask(Function<Reply<T>, Event> event) {
        return ask(event, Duration.ZERO);
    }

    /** Submits a request that has a bound of its own, which is added to the patience of this connection. */
    <T> T ask(Function<Reply<T>, Event> event, Duration more) {
        if (closed) {
            throw new StoreException(Kind.UNAVAILABLE, "the store has been closed");
        }
        Waiter<T> waiter = new Waiter<>();
        engine.submit(event.apply(waiter));
        return waiter.await(patience.plus(more));
    }

    void rollBack(long transaction) {
        if (!closed) {
            engine.submit(new Event.RollBack(transaction));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            engine.submit(new Event.Disconnect(number));
        }
    }
}
