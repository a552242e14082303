package io.lambdafs.testkit.store;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How one transaction sees a table: the committed rows with its own changes laid over them. */
final class TableView<K extends Comparable<K>, V> {
    private final InMemoryTable<K, V> committed;
    private final InMemoryTransaction owner;
    private final NavigableMap<K, Optional<V>> changes = new TreeMap<>();

    TableView(InMemoryTable<K, V> committed, InMemoryTransaction owner) {
        this.committed = committed;
        this.owner = owner;
    }

    Optional<V> get(K key) {
        Optional<V> changed = changes.get(key);
        return changed != null ? changed : Optional.ofNullable(committed.rows.get(key));
    }

    /** Locks the row exclusively, as every change of a row does, and returns what it holds then. */
    Optional<V> getForUpdate(K key) {
        owner.lockExclusive(row(key));
        return get(key);
    }

    void put(K key, V value) {
        owner.lockExclusive(row(key));
        changes.put(key, Optional.of(value));
    }

    void remove(K key) {
        owner.lockExclusive(row(key));
        changes.put(key, Optional.empty());
    }

    /** What names a row to the lock table. */
    Object row(K key) {
        return new Row(committed, key);
    }

    boolean isLockedByOther(K key) {
        return owner.isLockedByOther(row(key));
    }

    /** Up to so many rows from this key on, as long as their keys are within the range. */
    List<Map.Entry<K, V>> from(K first, Predicate<K> range, int limit) {
        return scan(committed.rows.tailMap(first, true), changes.tailMap(first, true), range, limit);
    }

    /** Up to so many rows after this key, as long as their keys are within the range. */
    List<Map.Entry<K, V>> after(K last, Predicate<K> range, int limit) {
        return scan(committed.rows.tailMap(last, false), changes.tailMap(last, false), range, limit);
    }

    /** All rows. */
    List<Map.Entry<K, V>> all() {
        return scan(committed.rows, changes, key -> true, Integer.MAX_VALUE);
    }

    private List<Map.Entry<K, V>> scan(
            NavigableMap<K, V> below, NavigableMap<K, Optional<V>> above, Predicate<K> range, int limit) {
        List<Map.Entry<K, V>> found = new ArrayList<>();
        Iterator<K> lower = below.keySet().iterator();
        Iterator<K> upper = above.keySet().iterator();
        @Nullable K low = next(lower);
        @Nullable K high = next(upper);
        while (found.size() < limit && (low != null || high != null)) {
            K key = high == null || (low != null && low.compareTo(high) <= 0) ? nonNull(low) : high;
            if (!range.test(key)) {
                break;
            }
            get(key).ifPresent(value -> found.add(Map.entry(key, value)));
            low = key.equals(low) ? next(lower) : low;
            high = key.equals(high) ? next(upper) : high;
        }
        return found;
    }

    private static <T> @Nullable T next(Iterator<T> iterator) {
        return iterator.hasNext() ? iterator.next() : null;
    }

    private static <T> T nonNull(@Nullable T value) {
        return java.util.Objects.requireNonNull(value);
    }

    /** The transaction's changes: the row that it put, or empty for one that it removed. */
    NavigableMap<K, Optional<V>> changes() {
        return changes;
    }

    /** What is committed in this row. */
    Optional<V> committed(K key) {
        return Optional.ofNullable(committed.rows.get(key));
    }

    /** Makes the changes the committed state. */
    void apply() {
        changes.forEach((key, value) ->
                value.ifPresentOrElse(changed -> committed.rows.put(key, changed), () -> committed.rows.remove(key)));
    }

    private record Row(InMemoryTable<?, ?> table, Object key) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Row row && row.table == table && row.key.equals(key);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(table) * 31 + key.hashCode();
        }
    }
}
