package io.lambdafs.store.rocks.keyvalue;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.maintenance.StoreFigure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Tables in memory, which survive their engine but not their process: for tests and simulations. */
public final class SortedMapKeyValues implements KeyValues {
    private final Map<Table, NavigableMap<Bytes, Bytes>> tables = new EnumMap<>(Table.class);
    private final Queue<List<BatchRow>> written = new ConcurrentLinkedQueue<>();

    /** Empty tables. */
    public SortedMapKeyValues() {
        for (Table table : Table.values()) {
            tables.put(table, new TreeMap<>());
        }
    }

    private NavigableMap<Bytes, Bytes> rows(Table table) {
        return requireNonNull(tables.get(table));
    }

    @Override
    public @Nullable Bytes get(Table table, Bytes key) {
        return rows(table).get(key);
    }

    @Override
    public List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
        List<Entry> found = new ArrayList<>();
        for (Map.Entry<Bytes, Bytes> row : rows(table).tailMap(from, true).entrySet()) {
            if (found.size() == limit || (!to.isEmpty() && row.getKey().compareTo(to) >= 0)) {
                break;
            }
            found.add(new Entry(row.getKey(), row.getValue()));
        }
        return found;
    }

    @Override
    public void write(List<BatchRow> batch) {
        written.add(List.copyOf(batch));
    }

    @Override
    public void recover() {
        refresh();
    }

    @Override
    public void refresh() {
        for (List<BatchRow> batch = written.poll(); batch != null; batch = written.poll()) {
            batch.forEach(this::apply);
        }
    }

    private void apply(BatchRow change) {
        if (change.value() == null) {
            rows(change.table()).remove(change.key());
        } else {
            rows(change.table()).put(change.key(), change.value());
        }
    }

    @Override
    public List<StoreFigure> figures() {
        return List.of();
    }

    @Override
    public void copyTo(Path directory) {
        throw new StoreException(Kind.INTERNAL, "tables in memory cannot be copied to " + directory);
    }

    @Override
    public void close() {
        refresh();
    }
}
