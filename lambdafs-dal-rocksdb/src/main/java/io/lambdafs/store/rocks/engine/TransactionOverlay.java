package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The changes of one transaction that is not committed, in the order of their keys; those since a mark can be undone. */
final class TransactionOverlay {
    private final NavigableMap<RowKey, Optional<Bytes>> changes = new TreeMap<>();
    private final Deque<Undo> undos = new ArrayDeque<>();
    private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    private Bytes announced = Bytes.EMPTY;

    /** How to take one change back. */
    @FunctionalInterface
    private interface Undo {
        void run();
    }

    /** Whether the transaction put or deleted the row. */
    boolean hasChanged(RowKey row) {
        return changes.containsKey(row);
    }

    /** What a changed row holds; empty if the transaction deleted it. */
    Optional<Bytes> get(RowKey row) {
        return changes.getOrDefault(row, Optional.empty());
    }

    void set(Table table, Bytes key, Optional<Bytes> value) {
        RowKey row = new RowKey(table, key);
        Optional<Bytes> before = changes.put(row, value);
        undos.push(before == null ? () -> changes.remove(row) : () -> changes.put(row, before));
    }

    void count(Counter counter, long more) {
        counts.merge(counter, more, Long::sum);
        undos.push(() -> counts.merge(counter, -more, Long::sum));
    }

    /** What the transaction has the change feed say of it; empty if nothing. */
    Bytes announced() {
        return announced;
    }

    void announce(Bytes bytes) {
        Bytes before = announced;
        announced = bytes;
        undos.push(() -> announced = before);
    }

    long count(Counter counter) {
        return counts.getOrDefault(counter, 0L);
    }

    /** The present state, for {@link #undoTo}. */
    int mark() {
        return undos.size();
    }

    void undoTo(int mark) {
        while (undos.size() > mark) {
            undos.pop().run();
        }
    }

    int size() {
        return changes.size();
    }

    NavigableMap<RowKey, Optional<Bytes>> changes() {
        return changes;
    }

    /** The changes of rows from one key up to another, which is empty if there is no bound. */
    Map<RowKey, Optional<Bytes>> between(Table table, Bytes from, Bytes to) {
        Map<RowKey, Optional<Bytes>> found = new LinkedHashMap<>();
        for (Map.Entry<RowKey, Optional<Bytes>> change :
                changes.tailMap(new RowKey(table, from), true).entrySet()) {
            RowKey row = change.getKey();
            if (row.table() != table || (!to.isEmpty() && row.key().compareTo(to) >= 0)) {
                break;
            }
            found.put(row, change.getValue());
        }
        return found;
    }

    /** Lays changes over rows that are in the same range, and returns the first so many that are left. */
    static List<Entry> lay(Map<RowKey, Optional<Bytes>> changes, List<Entry> rows, int limit) {
        NavigableMap<Bytes, Bytes> merged = new TreeMap<>();
        rows.forEach(row -> merged.put(row.key(), row.value()));
        changes.forEach((row, value) ->
                value.ifPresentOrElse(bytes -> merged.put(row.key(), bytes), () -> merged.remove(row.key())));
        List<Entry> found = new ArrayList<>();
        for (Map.Entry<Bytes, Bytes> row : merged.entrySet()) {
            if (found.size() == limit) {
                break;
            }
            found.add(new Entry(row.getKey(), row.getValue()));
        }
        return found;
    }
}
