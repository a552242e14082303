package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.Tracing;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A bounded number of connections, opened when needed, the last one used first. Thread-safe.
 *
 * <p>Connections are not tried before they are lent. When the server turns out to be lost, the idle ones are dropped,
 * so that a caller that tries again after a restart of the server gets a new one.
 */
final class ConnectionPool implements AutoCloseable {
    /** An attribute of spans, as OpenTelemetry calls it, and what it is here. */
    static final String SYSTEM = "db.system.name";

    static final String POSTGRESQL = "postgresql";

    private final Connector connector;
    private final StoreConfig config;
    private final Semaphore permits;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Set<Connection> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile Tracing tracing = Tracing.OFF;

    ConnectionPool(Connector connector, StoreConfig config) {
        this.connector = connector;
        this.config = config;
        permits = new Semaphore(config.maxConnections(), true);
    }

    void traceRoundTrips(Tracing spans) {
        tracing = spans;
    }

    /** A span of a round trip that begins now. */
    Span roundTrip() {
        return tracing.child(SpanKind.CLIENT, "store round trip");
    }

    /** A connection with autocommit on, to be given back or dropped. Waits for one, bounded. */
    Connection borrow() {
        awaitPermit();
        try {
            if (closed) {
                throw new StoreException(Kind.UNAVAILABLE, "the store has been closed");
            }
            Connection connection = idle.pollFirst();
            return connection != null ? connection : open();
        } catch (RuntimeException e) {
            permits.release();
            throw e;
        }
    }

    private void awaitPermit() {
        try {
            if (!permits.tryAcquire(config.bounds().connect().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        Kind.UNAVAILABLE,
                        "all " + config.maxConnections() + " connections to the store were busy for longer than "
                                + config.bounds().connect());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNAVAILABLE, "interrupted while waiting for a connection", e);
        }
    }

    private Connection open() {
        Connection connection = connector.connect();
        all.add(connection);
        if (closed) {
            discard(connection);
            throw new StoreException(Kind.UNAVAILABLE, "the store has been closed");
        }
        return connection;
    }

    /** Takes a connection back that is in order and in no transaction. */
    void giveBack(Connection connection) {
        if (closed) {
            discard(connection);
        } else {
            idle.addFirst(connection);
        }
        permits.release();
    }

    /** Takes a connection back that is broken, or in an unknown state. */
    void drop(Connection connection) {
        discard(connection);
        permits.release();
    }

    /** As {@link #drop}, and drops the idle ones too: the server was lost, and they with it. */
    void dropAll(Connection connection) {
        for (Connection next = idle.pollFirst(); next != null; next = idle.pollFirst()) {
            discard(next);
        }
        drop(connection);
    }

    private void discard(Connection connection) {
        all.remove(connection);
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // It is gone either way: the server rolls back when the socket closes.
        }
    }

    /** How long the server may take for an answer before it counts as frozen. */
    long longestAnswerMillis() {
        return connector.longestAnswer().toMillis();
    }

    /** Closes all connections, lent ones included. */
    @Override
    public void close() {
        closed = true;
        List.copyOf(all).forEach(this::discard);
        idle.clear();
    }
}
