package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables as a reader without a transaction sees them. */
final class CommittedRows implements Rows {
    private final KeyValues tables;
    private final EngineState state;
    private final Moment now;

    CommittedRows(KeyValues tables, EngineState state, Moment now) {
        this.tables = tables;
        this.state = state;
        this.now = now;
    }

    @Override
    public @Nullable Bytes get(Table table, Bytes key) {
        return StoredRow.value(tables.get(table, key));
    }

    @Override
    public List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
        return tables.scan(table, from, to, limit).stream()
                .map(row -> new Entry(row.key(), requireNonNull(StoredRow.value(row.value()))))
                .toList();
    }

    @Override
    public void put(Table table, Bytes key, Bytes value) {
        throw refusal();
    }

    @Override
    public void delete(Table table, Bytes key) {
        throw refusal();
    }

    @Override
    public void lock(Table table, Bytes key, LockMode mode) {
        throw refusal();
    }

    @Override
    public boolean isLockedByOther(Table table, Bytes key) {
        throw refusal();
    }

    @Override
    public long nowMicros() {
        return now.micros();
    }

    @Override
    public void count(Counter counter, long more) {
        throw refusal();
    }

    @Override
    public long count(Counter counter) {
        return state.count(counter);
    }

    @Override
    public long nextNumber() {
        throw refusal();
    }

    private static StoreException refusal() {
        return new StoreException(Kind.INTERNAL, "a reading transaction neither locks nor writes");
    }
}
