package io.lambdafs.store.ndb.access;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import io.lambdafs.store.ndb.cluster.TransactionHint;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where the tables of a transaction send their operations. Each call is one round trip, except those of the
 * {@code later} kind, which are none; failures are {@link StoreException}s.
 */
public interface NdbAccess {
    /** Carries out reads without locks. */
    default void read(OperationBatch reads) {
        read(reads, TransactionHint.ANYWHERE);
    }

    /** As {@link #read(Batch)}; begins there if it begins a transaction. */
    void read(OperationBatch reads, TransactionHint near);

    /** Adds reads to the next batch of reads, where that can be; whether it is so. */
    default boolean foresee(Consumer<OperationBatch> reads) {
        return false;
    }

    /** Carries out the reads that wait for a next batch. */
    default void readForeseen() {}

    <T> List<T> scan(Scan<T> scan, TransactionHint near);

    default <T> List<T> scan(Scan<T> scan) {
        return scan(scan, TransactionHint.ANYWHERE);
    }

    /** Counts the rows of a table by looking at each: exact, and for tests and people only. */
    default long count(TableDefinition table, String index) {
        return scan(Scan.of(table, index, List.of(Range.all()), row -> Boolean.TRUE))
                .size();
    }

    /** Carries out reads that lock rows. */
    void lock(OperationBatch reads);

    /** Carries out changes now. */
    void change(OperationBatch changes);

    /** Adds changes to the next round trip, the commit's at the latest. What they fail with is thrown there. */
    void later(Consumer<OperationBatch> changes);

    /** As {@link #later}, for rows whose keys or unique values may be those of rows that are deleted before. */
    void insertLater(Consumer<OperationBatch> changes);

    /** As {@link #later}, for deletions: what is inserted under their keys must wait for them. */
    void deleteLater(Consumer<OperationBatch> changes);

    /** Carries out what waits. */
    void settle();

    /** The store's time, in microseconds. */
    long nowMicros();

    /** The store's time so long ago, in microseconds. */
    default long microsBefore(Duration age) {
        return nowMicros() - age.toNanos() / 1000;
    }

    /** Reports what the store cannot do; the transaction can only be closed then. */
    StoreException fail(StoreException.Kind kind, String message);
}
