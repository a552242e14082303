package io.lambdafs.store.sql;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.trace.Tracing;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The store in a PostgreSQL database. */
final class PostgresMetadataStore implements MetadataStore {
    /* Half of a two-part number is what pg_locks calls classid; a request's lock has objsubid 2. */
    private static final String OPEN_WRITERS = """
            SELECT held.id, coalesce(w.label, '') FROM (
                SELECT DISTINCT (l.classid::bigint << 32) | l.objid::bigint AS id
                FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.mode = 'ShareLock' AND l.granted
                  AND d.datname = current_database()) held
            LEFT JOIN writers w ON w.id = held.id ORDER BY held.id""";

    private final ConnectionPool pool;
    private final StoreConfig config;
    private final ClusterIdentity identity;

    PostgresMetadataStore(ConnectionPool pool, StoreConfig config, ClusterIdentity identity) {
        this.pool = pool;
        this.config = config;
        this.identity = identity;
    }

    @Override
    public ClusterIdentity identity() {
        return identity;
    }

    @Override
    public Transaction beginRead() {
        return PostgresTransaction.reading(new PostgresReadSession(pool));
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return PostgresTransaction.writing(newSession(), writer);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return beginWrite(writer, request, WriteHint.NONE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        return PostgresTransaction.writing(newSession(), writer, request, hint);
    }

    private PostgresWriteSession newSession() {
        return PostgresWriteSession.begin(pool, config.bounds().transaction());
    }

    @Override
    public WriterId registerWriter(String label) {
        String sql = "INSERT INTO writers (label) VALUES (?) RETURNING id";
        return PostgresReadSession.autocommitted(
                pool,
                connection -> Statements.rows(connection, sql, p -> p.add(label), row -> new WriterId(row.getLong(1)))
                        .get(0));
    }

    /*
     * First the writer's row goes, durably: no transaction of its that begins from now on is admitted. Then its lock is
     * taken once, which waits for those that were admitted before.
     */
    @Override
    public void fence(WriterId writer, Duration bound) {
        PostgresReadSession.autocommitted(pool, connection -> {
            Statements.update(connection, "DELETE FROM writers WHERE id = ?", p -> p.add(writer.value()));
            return requireGone(connection, writer);
        });
        PostgresReadSession.autocommitted(pool, connection -> awaitTransactions(connection, writer, bound));
    }

    /* The server passes over rows that its user may not delete. */
    private static boolean requireGone(Connection connection, WriterId writer) throws SQLException {
        if (!Statements.rows(connection, "SELECT 1 FROM writers WHERE id = ?", p -> p.add(writer.value()), row -> true)
                .isEmpty()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the store's user may not fence a writer of another kind of process: use the store's owner");
        }
        return true;
    }

    private boolean awaitTransactions(Connection connection, WriterId writer, Duration bound) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(bound.toMillis() + pool.longestAnswerMillis()));
        connection.setAutoCommit(false);
        try {
            Connector.relaxBounds(connection, bound);
            Statements.rows(connection, "SELECT pg_advisory_xact_lock(?)", p -> p.add(writer.value()), row -> row);
            return true;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(pool.longestAnswerMillis()));
        }
    }

    @Override
    public List<Writer> writers() {
        return PostgresReadSession.autocommitted(
                pool,
                connection -> Statements.rows(
                        connection,
                        "SELECT id, label FROM writers ORDER BY id",
                        none -> {},
                        row -> new Writer(new WriterId(row.getLong(1)), row.getString(2))));
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return PostgresReadSession.autocommitted(
                        pool,
                        connection -> Statements.rows(
                                connection,
                                OPEN_WRITERS,
                                none -> {},
                                row -> new Writer(new WriterId(row.getLong(1)), row.getString(2))))
                .stream()
                .filter(suspects)
                .toList();
    }

    @Override
    public int deployments(int first) {
        return PostgresReadSession.autocommitted(pool, connection -> {
            Optional<Integer> recorded = recordedDeployments(connection);
            if (recorded.isPresent()) {
                return recorded.get();
            }
            Statements.update(
                    connection,
                    "INSERT INTO deployments (number) VALUES (?) ON CONFLICT DO NOTHING",
                    p -> p.add(first));
            return recordedDeployments(connection).orElseThrow();
        });
    }

    private static Optional<Integer> recordedDeployments(Connection connection) throws SQLException {
        return Statements.rows(connection, "SELECT number FROM deployments", none -> {}, row -> row.getInt(1)).stream()
                .findFirst();
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        String sql = "UPDATE deployments SET number = ? WHERE number = ?";
        return PostgresReadSession.autocommitted(
                pool,
                connection -> Statements.update(connection, sql, p -> p.add(to).add(from)) == 1);
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        String sql = "UPDATE sequences SET next = greatest(next, ?) + ? WHERE name = ? RETURNING next";
        long next = PostgresReadSession.autocommitted(
                        pool,
                        connection -> Statements.rows(
                                connection,
                                sql,
                                p -> p.add(floor).add((long) count).add(sequence.name()),
                                row -> row.getLong(1)))
                .stream()
                .findFirst()
                .orElseThrow(() -> new StoreException(Kind.INTERNAL, "the store has no sequence " + sequence));
        return new IdRange(next - count, count);
    }

    @Override
    public void traceRoundTrips(Tracing tracing) {
        pool.traceRoundTrips(tracing);
    }

    @Override
    public void close() {
        pool.close();
    }

    @Override
    public String toString() {
        return config.place();
    }
}
