package io.lambdafs.store.sql;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.wire.trace.Span;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on a connection of its own, with a bound on its life.
 *
 * <p>The server ends a transaction that lives too long; servers before 17 do so only while it is idle or within one
 * statement, so the bound is looked at here before each statement too.
 */
final class PostgresWriteSession implements PostgresSession {
    /** Each combination of statements is kept prepared, so that there should not be too many. */
    private static final int MAX_DEFERRED = 6;

    private final ConnectionPool pool;
    private final Connection connection;
    private final Duration life;
    private final long begunNanos = System.nanoTime();
    private final List<Deferred> deferred = new ArrayList<>();
    private ConnectionState state = ConnectionState.IN_ORDER;
    private boolean ended;
    private @Nullable StoreException failure;

    private PostgresWriteSession(ConnectionPool pool, Connection connection, Duration life) {
        this.pool = pool;
        this.connection = connection;
        this.life = life;
    }

    /** Begins a transaction; the server hears of it with the first statement. */
    static PostgresWriteSession begin(ConnectionPool pool, Duration life) {
        PostgresWriteSession session = new PostgresWriteSession(pool, pool.borrow(), life);
        try {
            session.connection.setAutoCommit(false);
            return session;
        } catch (SQLException e) {
            session.state = ConnectionState.UNKNOWN;
            session.release();
            throw SqlErrors.translate(e);
        }
    }

    @Override
    public <T> List<T> query(String sql, Parameters.Binder parameters, ResultReader<T> reader) {
        return send(sql, parameters, statement -> Statements.rows(statement, reader));
    }

    @Override
    public <T> List<T> change(String sql, Parameters.Binder parameters, ResultReader<T> reader) {
        return query(sql, parameters, reader);
    }

    @Override
    public int execute(String sql, Parameters.Binder parameters) {
        return send(sql, parameters, PreparedStatement::getUpdateCount);
    }

    @Override
    public StoreException fail(Kind kind, String message) {
        StoreException failed = new StoreException(kind, message);
        failure = failed;
        return failed;
    }

    @Override
    public void later(Deferred statement) {
        requireAlive();
        if (deferred.size() < MAX_DEFERRED) {
            deferred.add(statement);
        } else {
            now(statement);
        }
    }

    /** Runs statements in one round trip, in this order. */
    void together(List<Deferred> statements) {
        deferred.addAll(statements.subList(0, statements.size() - 1));
        now(statements.get(statements.size() - 1));
    }

    private void now(Deferred statement) {
        send(statement.sql(), statement.parameters(), sent -> {
            statement.answer().take(sent);
            return sent;
        });
    }

    /** Sends a statement with those that waited for it. */
    private <T> T send(String sql, Parameters.Binder parameters, Statements.Outcome<T> outcome) {
        List<Deferred> before = List.copyOf(deferred);
        deferred.clear();
        return run(() -> Statements.after(before, connection, sql, parameters, outcome));
    }

    /** Commits, and gives the connection back. */
    void commit() {
        if (deferred.isEmpty()) {
            run(() -> {
                connection.commit();
                return this;
            });
        } else {
            execute("COMMIT", none -> {});
        }
        release();
    }

    /** Rolls back what is not committed, and gives the connection back. */
    void close() {
        if (ended) {
            return;
        }
        if (state == ConnectionState.IN_ORDER) {
            attempt(connection::rollback);
        }
        release();
    }

    private void release() {
        ended = true;
        if (state == ConnectionState.IN_ORDER) {
            // In any other state this might commit.
            attempt(() -> connection.setAutoCommit(true));
        }
        state.giveBack(connection, pool);
    }

    /** Tidies up without telling anybody that it failed: the connection is not used again then. */
    private void attempt(Cleanup step) {
        try {
            step.run();
        } catch (SQLException e) {
            ConnectionState found = ConnectionState.after(SqlErrors.translate(e));
            state = found == ConnectionState.IN_ORDER ? ConnectionState.UNKNOWN : found;
        }
    }

    /** A step of tidying up. */
    @FunctionalInterface
    private interface Cleanup {
        void run() throws SQLException;
    }

    /** A step that may fail in JDBC's way. */
    @FunctionalInterface
    private interface Step<T> {
        T take() throws SQLException;
    }

    private <T> T run(Step<T> step) {
        requireAlive();
        try (Span span = pool.roundTrip()) {
            span.with(ConnectionPool.SYSTEM, ConnectionPool.POSTGRESQL);
            return step.take();
        } catch (SQLException e) {
            StoreException failed = SqlErrors.translate(e);
            failure = failed;
            state = ConnectionState.after(failed);
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
