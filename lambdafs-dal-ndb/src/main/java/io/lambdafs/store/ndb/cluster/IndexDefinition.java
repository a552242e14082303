package io.lambdafs.store.ndb.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A secondary index of a table.
 *
 * @param columns the numbers of the table's columns, from 0
 */
public record IndexDefinition(String name, Kind kind, List<Integer> columns) {
    /** What an index is for. */
    public enum Kind {
        /** Finds the one row with a value; a hash index. */
        UNIQUE,
        /** Scans ranges in order. */
        ORDERED
    }

    public IndexDefinition {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        columns = List.copyOf(columns);
    }

    /** The index's name in the cluster, which is the one that an SQL node would give it. */
    String clusterName() {
        return kind == Kind.UNIQUE ? name + "$unique" : name;
    }

    public static IndexDefinition unique(String name, Integer... columns) {
        return new IndexDefinition(name, Kind.UNIQUE, List.of(columns));
    }

    public static IndexDefinition ordered(String name, Integer... columns) {
        return new IndexDefinition(name, Kind.ORDERED, List.of(columns));
    }
}
