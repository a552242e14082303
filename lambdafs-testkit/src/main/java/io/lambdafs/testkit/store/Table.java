package io.lambdafs.testkit.store;

import java.util.NavigableMap;
import java.util.TreeMap;

/** The committed rows of one table, or of one index of it, in the order of their keys. Guarded by the monitor. */
final class Table<K extends Comparable<K>, V> {
    final NavigableMap<K, V> rows = new TreeMap<>();
}
