package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.Event;
import io.lambdafs.store.rocks.engine.Reply;
import io.lambdafs.store.rocks.table.StoredTables;
import io.lambdafs.wire.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transaction of the engine. Used by one thread at a time. */
final class WriteSession implements Session {
    private static final int MOST_DEFERRED = 1_000;

    private final EngineConnection connection;
    private final long transaction;
    private final List<Consumer<StoredTables>> deferred = new ArrayList<>();
    private @Nullable StoreException end;

    private WriteSession(EngineConnection connection, long transaction) {
        this.connection = connection;
        this.transaction = transaction;
    }

    /** Begins a transaction, and with it does what the hint says. */
    static RocksTransaction begin(
            EngineConnection connection, WriterId writer, Optional<RequestId> request, WriteHint hint) {
        long transaction = connection.nextTransaction();
        WriteSession session = new WriteSession(connection, transaction);
        try {
            Prefetched prefetched = connection.begin(transaction, writer, rows -> Prefetched.by(rows, request, hint));
            return new RocksTransaction(session, request, prefetched);
        } catch (StoreException e) {
            // If it was no answer but the lack of one, the transaction may be there.
            session.close();
            throw e;
        }
    }

    @Override
    public <T> T ask(Function<StoredTables, T> work) {
        return ask(work, false);
    }

    private <T> T ask(Function<StoredTables, T> work, boolean commit) {
        requireOpen();
        List<Consumer<StoredTables>> before = List.copyOf(deferred);
        deferred.clear();
        try {
            return connection.ask((Reply<T> reply) -> new Event.Call<>(
                    transaction,
                    rows -> {
                        StoredTables tables = new StoredTables(rows);
                        before.forEach(change -> change.accept(tables));
                        return work.apply(tables);
                    },
                    commit,
                    reply));
        } catch (StoreException e) {
            end = e;
            connection.rollBack(transaction);
            throw e;
        }
    }

    @Override
    public void later(Consumer<StoredTables> change) {
        requireOpen();
        deferred.add(change);
        if (deferred.size() >= MOST_DEFERRED) {
            ask(tables -> true, false);
        }
    }

    private void requireOpen() {
        if (end != null) {
            throw new StoreException(end.kind(), "the transaction has ended", end);
        }
    }

    void commit() {
        ask(tables -> true, true);
        end = new StoreException(Kind.INTERNAL, "the transaction has been committed");
    }

    void close() {
        if (end == null) {
            end = new StoreException(Kind.INTERNAL, "the transaction has been closed");
            connection.rollBack(transaction);
        }
    }
}
