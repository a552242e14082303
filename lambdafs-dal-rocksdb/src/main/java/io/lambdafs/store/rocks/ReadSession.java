package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.Event;
import io.lambdafs.store.rocks.engine.Reply;
import io.lambdafs.store.rocks.table.StoredTables;
import java.util.function.Consumer;
import java.util.function.Function;

/** Calls without a transaction: each sees what is committed then. */
final class ReadSession implements Session {
    private final EngineConnection connection;

    ReadSession(EngineConnection connection) {
        this.connection = connection;
    }

    @Override
    public <T> T ask(Function<StoredTables, T> work) {
        return connection.ask((Reply<T> reply) -> new Event.Read<>(rows -> work.apply(new StoredTables(rows)), reply));
    }

    @Override
    public void later(Consumer<StoredTables> change) {
        throw new StoreException(Kind.INTERNAL, "a reading transaction neither locks nor writes");
    }
}
