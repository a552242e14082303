package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;

/** What names a row among all tables. */
record RowKey(Table table, Bytes key) implements Comparable<RowKey> {
    @Override
    public int compareTo(RowKey other) {
        int byTable = table.compareTo(other.table);
        return byTable != 0 ? byTable : key.compareTo(other.key);
    }
}
