package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables as one transaction sees them: what is committed, with its own changes laid over it.
 *
 * <p>Without a transaction, everything that locks or changes throws a {@link StoreException} of kind INTERNAL.
 */
public interface Rows {
    /** What the row holds; null if there is none. */
    @Nullable
    Bytes get(Table table, Bytes key);

    /** Locks the row EXCLUSIVE, and returns what it holds then. */
    default @Nullable Bytes getForUpdate(Table table, Bytes key) {
        lock(table, key, LockMode.EXCLUSIVE);
        return get(table, key);
    }

    /**
     * Up to so many rows in the order of their keys.
     *
     * @param from the first key that counts
     * @param to the first key that counts no more; empty if all do
     */
    List<Entry> scan(Table table, Bytes from, Bytes to, int limit);

    /** The rows whose keys begin with this prefix. */
    default List<Entry> scan(Table table, Bytes prefix) {
        return scan(table, prefix, prefix.prefixEnd(), Integer.MAX_VALUE);
    }

    /** Makes the row hold this. Locks it EXCLUSIVE, unless it is of an index. */
    void put(Table table, Bytes key, Bytes value);

    /** Deletes the row, if there is one. Locks it EXCLUSIVE, unless it is of an index. */
    void delete(Table table, Bytes key);

    /**
     * Holds the row in this mode or a stronger one until the transaction ends, whether it exists or not. If others hold it,
     * the work ends here and runs again later.
     *
     * @throws StoreException of kind CONFLICT if the wait would be part of a deadlock
     */
    void lock(Table table, Bytes key, LockMode mode);

    /** Whether the lock of a row cannot be had without a wait. */
    boolean isLockedByOther(Table table, Bytes key);

    /** The time of the store's clock, in microseconds since 1970. */
    long nowMicros();

    /** Counts so many more, or fewer, when the transaction commits. */
    void count(Counter counter, long more);

    /** How many there are. */
    long count(Counter counter);

    /** A number above all that this has given; what a rollback leaves unused stays so. */
    long nextNumber();

    /** Has the change feed say this of the transaction. */
    default void announce(Bytes bytes) {
        throw new StoreException(Kind.INTERNAL, "only a transaction announces something");
    }
}
