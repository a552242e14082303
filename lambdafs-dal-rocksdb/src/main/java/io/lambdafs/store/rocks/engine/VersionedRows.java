package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of volumes, as a piece of work that runs at once sees them. The work locks nothing, and its changes are
 * committed when it returns. Rows are as they are stored, so each has the number of the commit that wrote it
 * ({@link StoredRow}).
 *
 * <p>What is <em>visible</em> is durable, and is what others may be told. The <em>latest</em> rows are those that the commits
 * make which are on their way to the disk; what the work decides must hold after these.
 */
public interface VersionedRows {
    /** What the row holds as far as it is durable; null if there is none. */
    @Nullable
    Bytes visible(Table table, Bytes key);

    /** Up to so many durable rows in the order of their keys, as {@link Rows#scan(Table, Bytes, Bytes, int)}. */
    List<Entry> visible(Table table, Bytes from, Bytes to, int limit);

    /** The number of the last commit that is visible. */
    long lastVisible();

    /** What the row will hold when all that has been committed is durable; null if there will be none. */
    @Nullable
    Bytes latest(Table table, Bytes key);

    /** As {@link #visible(Table, Bytes, Bytes, int)} of the latest rows. */
    List<Entry> latest(Table table, Bytes from, Bytes to, int limit);

    /** Makes the row hold this. */
    void put(Table table, Bytes key, Bytes value);

    /** Deletes the row, if there is one. */
    void delete(Table table, Bytes key);

    /**
     * The number of the commit that this work makes. It is above those of all earlier commits, and visible at once with all
     * that the work changes.
     *
     * @throws StoreException of kind INTERNAL if the work changes nothing
     */
    long commit();

    /** For how long rows are kept that only transactions need which began before. */
    Duration versionsAge();

    /** Notes that a caller has read the row. Only a hint: it is lost when the engine stops. */
    void noteRead(Bytes key);

    /** How often callers have read the row lately. */
    int reads(Bytes key);

    /** The time of the store's clock, in microseconds since 1970. */
    long nowMicros();
}
