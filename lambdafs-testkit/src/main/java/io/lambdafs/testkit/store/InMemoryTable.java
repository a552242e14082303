package io.lambdafs.testkit.store;

import java.util.NavigableMap;
import java.util.TreeMap;

/** The committed rows of one table, or of one index of it, in the order of their keys. Used by one at a time. */
final class InMemoryTable<K extends Comparable<K>, V> {
    NavigableMap<K, V> rows = new TreeMap<>();

    /** Has the same rows as another one from now on, each on its own. */
    @SuppressWarnings("unchecked") // tables are paired with themselves
    void copy(InMemoryTable<?, ?> other) {
        rows = new TreeMap<>(((InMemoryTable<K, V>) other).rows);
    }
}
