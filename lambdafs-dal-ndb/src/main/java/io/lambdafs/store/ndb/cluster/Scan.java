package io.lambdafs.store.ndb.cluster;

import java.util.List;

/**
 * A search for rows in ranges of an ordered index.
 *
 * <p>A range that fixes the columns of the table's partition key is looked for in that partition only.
 *
 * @param order the order of the rows
 * @param limit the most rows to return
 * @param lock how each row is read; a lock is held until the rows after it are fetched
 */
public record Scan<T>(
        TableDefinition table,
        String index,
        List<Range> ranges,
        Order order,
        int limit,
        ReadLock lock,
        RowReader<T> reader) {
    /** In which order a scan's rows come. */
    public enum Order {
        NONE,
        /** The order of the index; several ranges come in the order given. */
        ASCENDING,
        /** The reverse; for one range. */
        DESCENDING
    }

    /** No bound on the number of rows but the ranges'. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public Scan {
        ranges = List.copyOf(ranges);
    }

    /** Rows of one range, in order. */
    public static <T> Scan<T> inOrder(
            TableDefinition table, String index, Range range, int limit, RowReader<T> reader) {
        return new Scan<>(table, index, List.of(range), Order.ASCENDING, limit, ReadLock.NONE, reader);
    }

    /** All rows of some ranges, in no particular order. */
    public static <T> Scan<T> of(TableDefinition table, String index, List<Range> ranges, RowReader<T> reader) {
        return new Scan<>(table, index, ranges, Order.NONE, UNLIMITED, ReadLock.NONE, reader);
    }

    /** The same rows, the last ones first. */
    public Scan<T> backwards() {
        return new Scan<>(table, index, ranges, Order.DESCENDING, limit, lock, reader);
    }

    /** The same rows, each read with this lock: what another transaction is writing is waited for. */
    public Scan<T> locking(ReadLock wanted) {
        return new Scan<>(table, index, ranges, order, limit, wanted, reader);
    }
}
