package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.List;

/**
 * What one committed transaction changed in the namespace.
 *
 * @param number its commit sequence number: higher than those of all that committed before
 * @param micros when it committed, by the store's clock, in microseconds since 1970
 * @param rows the rows of inodes and blocks that it deleted, and then those that it put
 */
public record CommittedChange(long number, long micros, List<Row> rows) {
    public CommittedChange {
        rows = List.copyOf(rows);
    }

    /**
     * One row.
     *
     * @param table {@link Table#INODE_IDS} for an inode, {@link Table#BLOCKS} for a block
     * @param key its id
     * @param place the key of the inode's row in {@link Table#INODES}; empty for a block
     */
    public record Row(Table table, Bytes key, Bytes place, boolean deleted) {
        public Row {
            requireNonNull(table, "table");
            requireNonNull(key, "key");
            requireNonNull(place, "place");
        }
    }
}
