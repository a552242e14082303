package io.lambdafs.store.sql;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on a connection of its own, with a bound on its life.
 *
 * <p>The server ends a transaction that lives too long; servers before 17 do so only while it is idle or within one
 * statement, so the bound is looked at here before each statement too.
 */
final class WriteSession implements Session {
    private final ConnectionPool pool;
    private final Connection connection;
    private final Duration life;
    private final long begunNanos = System.nanoTime();
    private @Nullable Last last;
    private boolean ended;
    private @Nullable StoreException failure;

    /** Begins a transaction; the server hears of it with the first statement. */
    WriteSession(ConnectionPool pool, Duration life) {
        this.pool = pool;
        this.life = life;
        connection = pool.borrow();
        run(() -> {
            connection.setAutoCommit(false);
            return this;
        });
    }

    @Override
    public <T> List<T> query(String sql, Parameters.Binder parameters, RowReader<T> reader) {
        return run(() -> Statements.rows(connection, sql, parameters, reader));
    }

    @Override
    public <T> List<T> change(String sql, Parameters.Binder parameters, RowReader<T> reader) {
        return query(sql, parameters, reader);
    }

    @Override
    public int execute(String sql, Parameters.Binder parameters) {
        return run(() -> Statements.update(connection, sql, parameters));
    }

    @Override
    public StoreException fail(Kind kind, String message) {
        StoreException failed = new StoreException(kind, message);
        failure = failed;
        return failed;
    }

    @Override
    public void withCommit(String sql, Parameters.Binder parameters) {
        requireAlive();
        last = new Last(sql, parameters);
    }

    /** A statement that waits for the commit. */
    private record Last(String sql, Parameters.Binder parameters) {}

    /** Commits, and gives the connection back. */
    void commit() {
        Last pending = last;
        run(() -> {
            if (pending == null) {
                connection.commit();
            } else {
                Statements.update(connection, pending.sql() + "; COMMIT", pending.parameters());
            }
            return this;
        });
        release();
    }

    /** Rolls back what is not committed, and gives the connection back. */
    void close() {
        if (ended) {
            return;
        }
        try {
            if (failure == null || !SqlErrors.breaksConnection(failure)) {
                connection.rollback();
            }
        } catch (SQLException e) {
            failure = SqlErrors.translate(e);
        }
        release();
    }

    private void release() {
        ended = true;
        boolean inOrder = failure == null || !SqlErrors.breaksConnection(failure);
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            inOrder = false;
        }
        if (inOrder) {
            pool.giveBack(connection);
        } else {
            pool.drop(connection);
        }
    }

    /** A step that may fail in JDBC's way. */
    @FunctionalInterface
    private interface Step<T> {
        T take() throws SQLException;
    }

    private <T> T run(Step<T> step) {
        requireAlive();
        try {
            return step.take();
        } catch (SQLException e) {
            StoreException failed = SqlErrors.translate(e);
            failure = failed;
            throw failed;
        }
    }

    private void requireAlive() {
        if (ended) {
            throw new StoreException(Kind.INTERNAL, "the transaction has ended");
        }
        if (failure != null) {
            throw new StoreException(failure.kind(), "the transaction has failed and can only be closed", failure);
        }
        if (System.nanoTime() - begunNanos > life.toNanos()) {
            throw fail(Kind.EXPIRED, "the transaction lived longer than " + life);
        }
    }
}
