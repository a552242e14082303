package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows of commits that are on their way to the disk. */
final class PendingRows {
    /** What a row will hold; empty if it will not be there. */
    private record Pending(long commit, Optional<Bytes> value) {}

    private final Map<Table, NavigableMap<Bytes, Pending>> rows = new EnumMap<>(Table.class);

    private NavigableMap<Bytes, Pending> of(Table table) {
        return rows.computeIfAbsent(table, any -> new TreeMap<>());
    }

    void add(long commit, List<BatchRow> changes) {
        changes.forEach(change ->
                of(change.table()).put(change.key(), new Pending(commit, Optional.ofNullable(change.value()))));
    }

    /** They are visible, or lost. Rows that a later commit changes too stay. */
    void remove(long commit, List<BatchRow> changes) {
        changes.forEach(change -> of(change.table())
                .computeIfPresent(change.key(), (key, pending) -> pending.commit() == commit ? null : pending));
    }

    /** Whether a commit is on its way that changes the row. */
    boolean hasChanged(Table table, Bytes key) {
        return of(table).containsKey(key);
    }

    /** What a changed row will hold; null if it will not be there. */
    @Nullable
    Bytes get(Table table, Bytes key) {
        Pending pending = of(table).get(key);
        return pending == null ? null : pending.value().orElse(null);
    }

    /** Lays the changed rows over others that are in the same range, as far as the last of those if there may be more. */
    void layOver(NavigableMap<Bytes, Bytes> others, Table table, Bytes from, Bytes to) {
        NavigableMap<Bytes, Pending> changed = of(table).tailMap(from, true);
        for (Map.Entry<Bytes, Pending> row : changed.entrySet()) {
            if (!to.isEmpty() && row.getKey().compareTo(to) >= 0) {
                break;
            }
            row.getValue()
                    .value()
                    .ifPresentOrElse(bytes -> others.put(row.getKey(), bytes), () -> others.remove(row.getKey()));
        }
    }

    /** How many rows of this range are changed. */
    int count(Table table, Bytes from, Bytes to) {
        NavigableMap<Bytes, Pending> all = of(table);
        return to.isEmpty()
                ? all.tailMap(from, true).size()
                : from.compareTo(to) >= 0
                        ? 0
                        : all.subMap(from, true, to, false).size();
    }

    static List<Entry> entries(NavigableMap<Bytes, Bytes> rows, int limit) {
        return rows.entrySet().stream()
                .limit(limit)
                .map(row -> new Entry(row.getKey(), row.getValue()))
                .toList();
    }
}
