package io.lambdafs.store.sql;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.wire.trace.Span;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads what is committed: each call borrows a connection for its one statement, which is a transaction of its own. */
final class PostgresReadSession implements PostgresSession {
    private final ConnectionPool pool;
    private boolean ended;

    PostgresReadSession(ConnectionPool pool) {
        this.pool = pool;
    }

    void end() {
        ended = true;
    }

    @Override
    public <T> List<T> query(String sql, Parameters.Binder parameters, ResultReader<T> reader) {
        if (ended) {
            throw new StoreException(Kind.INTERNAL, "the transaction has ended");
        }
        return autocommitted(pool, connection -> {
            try (Span span = pool.roundTrip()) {
                span.with(ConnectionPool.SYSTEM, ConnectionPool.POSTGRESQL);
                return Statements.rows(connection, sql, parameters, reader);
            }
        });
    }

    @Override
    public <T> List<T> change(String sql, Parameters.Binder parameters, ResultReader<T> reader) {
        throw refused();
    }

    @Override
    public int execute(String sql, Parameters.Binder parameters) {
        throw refused();
    }

    @Override
    public void later(Deferred statement) {
        throw refused();
    }

    private static StoreException refused() {
        return new StoreException(Kind.INTERNAL, "a reading transaction neither locks nor writes");
    }

    @Override
    public StoreException fail(Kind kind, String message) {
        return new StoreException(kind, message);
    }

    /** Something done on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Does this on a borrowed connection, each statement a transaction of its own. */
    static <T> T autocommitted(ConnectionPool pool, Work<T> work) {
        Connection connection = pool.borrow();
        ConnectionState state = ConnectionState.UNKNOWN;
        try {
            T result = work.on(connection);
            state = ConnectionState.IN_ORDER;
            return result;
        } catch (SQLException e) {
            StoreException failure = SqlErrors.translate(e);
            state = ConnectionState.after(failure);
            throw failure;
        } finally {
            state.giveBack(connection, pool);
        }
    }
}
