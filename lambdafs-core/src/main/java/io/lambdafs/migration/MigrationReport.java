package io.lambdafs.migration;

import io.lambdafs.store.move.MoveTable;
import java.util.Map;

/**
 * What a migration came to.
 *
 * @param rows the number of rows of each table, all of which are the same in source and target
 * @param copied how many of them this run copied; an earlier run copied the others
 */
public record MigrationReport(Map<MoveTable, Long> rows, long copied) {
    public MigrationReport {
        rows = Map.copyOf(rows);
    }

    /** The number of rows of all tables. */
    public long total() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }
}
