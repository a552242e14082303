package io.lambdafs.store.ndb.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A table: its first columns are its primary key, and the first of these say in which partition a row is.
 */
public record TableDefinition(
        String name,
        List<ColumnDefinition> columns,
        int keyColumns,
        int partitionColumns,
        List<IndexDefinition> indexes) {
    public TableDefinition {
        requireNonNull(name, "name");
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
        if (partitionColumns < 1 || partitionColumns > keyColumns || keyColumns > columns.size()) {
            throw new IllegalArgumentException("the key of " + name + " is not among its columns");
        }
    }

    /** The index with this name. */
    public IndexDefinition index(String wanted) {
        return indexes.stream()
                .filter(index -> index.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no index " + wanted));
    }
}
