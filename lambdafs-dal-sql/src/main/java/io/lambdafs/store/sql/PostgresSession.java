package io.lambdafs.store.sql;

import io.lambdafs.store.StoreException;
import java.util.List;
import java.util.Optional;

/**
 * Where a transaction's statements run. Each call is one round trip, except those of {@link #later}, which are none;
 * failures are {@link StoreException}s.
 */
interface PostgresSession {
    /** Runs a statement that only reads. */
    <T> List<T> query(String sql, Parameters.Binder parameters, ResultReader<T> reader);

    /** Runs a statement that changes or locks rows, and returns some. */
    <T> List<T> change(String sql, Parameters.Binder parameters, ResultReader<T> reader);

    /** Runs a statement that changes rows; returns how many. */
    int execute(String sql, Parameters.Binder parameters);

    /**
     * Runs a statement that changes rows in one round trip with the next one, or with the commit. What it fails with is
     * thrown there.
     */
    void later(Deferred statement);

    /** As {@link #query}, for at most one row. */
    default <T> Optional<T> queryOne(String sql, Parameters.Binder parameters, ResultReader<T> reader) {
        return query(sql, parameters, reader).stream().findFirst();
    }

    /** Reports what the store cannot do; the transaction can only be closed then. */
    StoreException fail(StoreException.Kind kind, String message);
}
