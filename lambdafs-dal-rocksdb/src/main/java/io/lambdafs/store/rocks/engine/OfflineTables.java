package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.move.StoreHeader;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables while no engine runs over them, for one thread that reads and changes what it likes. There are no locks, and no
 * commit gets a number: rows count as written by no transaction. Changes are durable when {@link #write} has returned.
 */
public final class OfflineTables implements Rows, AutoCloseable {
    private final KeyValues tables;
    private final EngineState state;
    private ClusterIdentity identity;
    private TransactionOverlay overlay = new TransactionOverlay();
    private final List<BatchRow> meta = new ArrayList<>();
    private long nowMicros;

    /**
     * Uses tables that no engine uses, and closes them in the end.
     *
     * @param identity what {@link StoreLayout#prepareOffline} gave
     */
    public OfflineTables(KeyValues tables, ClusterIdentity identity) {
        this.tables = tables;
        this.identity = identity;
        state = EngineState.load(requireNonNull(tables.get(Table.META, EngineState.key())));
    }

    /** Makes the changes since the last call durable, all or none. */
    public void write() {
        List<BatchRow> batch = new ArrayList<>(meta);
        overlay.changes()
                .forEach((row, value) -> batch.add(new BatchRow(
                        row.table(),
                        row.key(),
                        value.map(bytes -> StoredRow.of(0, bytes)).orElse(null))));
        for (Counter counter : Counter.values()) {
            state.count(counter, overlay.count(counter));
        }
        batch.add(state.row());
        overlay = new TransactionOverlay();
        meta.clear();
        tables.write(batch);
        tables.refresh();
    }

    /** Forgets the changes since the last {@link #write}. */
    public void forget() {
        overlay = new TransactionOverlay();
        meta.clear();
    }

    /** From now on rows are written at this time, in microseconds since 1970. */
    public void setNow(long micros) {
        nowMicros = micros;
    }

    /** What the store has besides its rows. */
    public StoreHeader header() {
        return state.header(identity);
    }

    /** Takes over what another store has besides its rows. Its commits are none of this store's change feed. */
    public void adopt(StoreHeader header) {
        identity = header.identity();
        state.adopt(header);
        meta.add(StoreLayout.row(identity));
    }

    /** No number up to this one is given to a command any more. */
    public void reserveNumber(long number) {
        state.reserveNumber(number);
    }

    /** A text that the store keeps about itself under a name. */
    public Optional<String> note(String name) {
        return StoreLayout.note(tables, name);
    }

    /** Keeps a text under a name; empty removes it. */
    public void note(String name, Optional<String> text) {
        meta.add(new BatchRow(
                Table.META,
                StoreLayout.noteKey(name),
                text.map(value -> Bytes.owning(value.getBytes(StandardCharsets.UTF_8)))
                        .orElse(null)));
    }

    /** The writers that are registered and not fenced. */
    public List<Writer> writers() {
        return new WriterRows(tables).all();
    }

    /** Fences all writers. */
    public void removeWriters() {
        WriterRows writers = new WriterRows(tables);
        writers.all().forEach(writer -> meta.add(writers.remove(writer.id())));
    }

    @Override
    public @Nullable Bytes get(Table table, Bytes key) {
        RowKey row = new RowKey(table, key);
        return overlay.hasChanged(row) ? overlay.get(row).orElse(null) : StoredRow.value(tables.get(table, key));
    }

    @Override
    public List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
        Map<RowKey, Optional<Bytes>> changes = overlay.between(table, from, to);
        int enough = (int) Math.min(Integer.MAX_VALUE, (long) limit + changes.size());
        List<Entry> rows = tables.scan(table, from, to, enough).stream()
                .map(row -> new Entry(row.key(), requireNonNull(StoredRow.value(row.value()))))
                .toList();
        return changes.isEmpty() ? rows : TransactionOverlay.lay(changes, rows, limit);
    }

    @Override
    public void put(Table table, Bytes key, Bytes value) {
        overlay.set(table, key, Optional.of(value));
    }

    @Override
    public void delete(Table table, Bytes key) {
        overlay.set(table, key, Optional.empty());
    }

    /** Nobody else is there. */
    @Override
    public void lock(Table table, Bytes key, LockMode mode) {}

    @Override
    public boolean isLockedByOther(Table table, Bytes key) {
        return false;
    }

    @Override
    public long nowMicros() {
        return nowMicros;
    }

    @Override
    public void count(Counter counter, long more) {
        overlay.count(counter, more);
    }

    @Override
    public long count(Counter counter) {
        return state.count(counter) + overlay.count(counter);
    }

    @Override
    public long nextNumber() {
        return state.nextNumber();
    }

    @Override
    public void close() {
        tables.close();
    }
}
