package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import org.jspecify.annotations.Nullable;

/** What names a row among all tables. */
record RowKey(Table table, Bytes key) implements Comparable<RowKey> {
    /* What an enum gives for itself differs from process to process, and takes longer. */
    @Override
    public int hashCode() {
        return 31 * table.number() + key.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowKey row && table == row.table && key.equals(row.key);
    }

    @Override
    public int compareTo(RowKey other) {
        int byTable = table.compareTo(other.table);
        return byTable != 0 ? byTable : key.compareTo(other.key);
    }
}
