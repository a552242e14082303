package io.lambdafs.store.ndb.cluster;

import java.util.List;

/**
 * A search for rows in ranges of an ordered index, without locks.
 *
 * <p>A range that fixes the columns of the table's partition key is looked for in that partition only.
 *
 * @param ordered whether the rows come in the order of the index; several ranges come in the order given then
 * @param limit the most rows to return
 */
public record Scan<T>(
        TableDefinition table, String index, List<Range> ranges, boolean ordered, int limit, RowReader<T> reader) {
    /** No bound on the number of rows but the ranges'. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public Scan {
        ranges = List.copyOf(ranges);
    }

    /** Rows of one range, in order. */
    public static <T> Scan<T> inOrder(
            TableDefinition table, String index, Range range, int limit, RowReader<T> reader) {
        return new Scan<>(table, index, List.of(range), true, limit, reader);
    }

    /** All rows of some ranges, in no particular order. */
    public static <T> Scan<T> of(TableDefinition table, String index, List<Range> ranges, RowReader<T> reader) {
        return new Scan<>(table, index, ranges, false, UNLIMITED, reader);
    }
}
