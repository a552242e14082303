package io.lambdafs.store.sql;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.move.StoreHeader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The content of a PostgreSQL database, to be moved. */
final class SqlMovableStore implements MovableStore {
    private static final String SOURCE = "SOURCE";
    private static final String TARGET = "TARGET";

    /** The row of a store that took over the commit sequence number of another one. */
    private static final String COMMIT = "COMMIT";

    private final ConnectionPool pool;
    private final PostgresMetadataStore store;

    /** Owns the pool, and the store over it, which knows how to end writers. */
    SqlMovableStore(ConnectionPool pool, PostgresMetadataStore store) {
        this.pool = pool;
        this.store = store;
    }

    @Override
    public boolean isExclusive() {
        return false;
    }

    private <T> T ask(PostgresReadSession.Work<T> work) {
        return PostgresReadSession.autocommitted(pool, work);
    }

    private <T> T inTransaction(PostgresReadSession.Work<T> work) {
        return ask(connection -> {
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        });
    }

    private static <T> T only(Connection on, String sql, ResultReader<T> reader) throws SQLException {
        return Statements.rows(on, sql, none -> {}, reader).get(0);
    }

    @Override
    public StoreHeader header() {
        return ask(connection -> {
            ClusterIdentity identity = only(
                    connection,
                    "SELECT namespace_id, cluster_id, block_pool_id, creation_millis FROM identity",
                    row -> new ClusterIdentity(row.getInt(1), row.getString(2), row.getString(3), row.getLong(4)));
            Map<String, Long> numbers = new HashMap<>();
            Statements.rows(
                    connection,
                    "SELECT name, next FROM sequences",
                    none -> {},
                    row -> numbers.put(row.getString(1), row.getLong(2)));
            Map<Sequence, Long> next = new EnumMap<>(Sequence.class);
            for (Sequence sequence : Sequence.values()) {
                next.put(sequence, numbers.getOrDefault(sequence.name(), 1L));
            }
            OptionalInt deployments =
                    Statements.rows(connection, "SELECT number FROM deployments", none -> {}, row -> row.getInt(1))
                            .stream()
                            .mapToInt(Integer::intValue)
                            .findFirst();
            return new StoreHeader(
                    identity, next, lastWriter(connection), numbers.getOrDefault(COMMIT, 0L), deployments);
        });
    }

    private static long lastWriter(Connection on) throws SQLException {
        return only(
                on,
                "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('writers', 'id')::regclass), 0)",
                row -> row.getLong(1));
    }

    @Override
    public List<Writer> writers() {
        return store.writers();
    }

    @Override
    public long count(MoveTable table) {
        return ask(connection -> SqlMoveQueries.count(connection, table));
    }

    @Override
    public List<MoveRow> read(MoveTable table, Optional<MoveKey> after, int limit) {
        return ask(connection -> SqlMoveQueries.read(connection, table, after, limit));
    }

    private Optional<String> state(String side) {
        return ask(connection -> Statements.rows(
                        connection,
                        "SELECT state FROM moves WHERE side = ?",
                        p -> p.add(side),
                        row -> row.getString(1)))
                .stream()
                .findFirst();
    }

    private static void setState(Connection on, String side, String state) throws SQLException {
        Statements.update(
                on,
                "INSERT INTO moves VALUES (?, ?) ON CONFLICT (side) DO UPDATE SET state = excluded.state",
                p -> p.add(side).add(state));
    }

    private void removeState(String side) {
        ask(connection -> Statements.update(connection, "DELETE FROM moves WHERE side = ?", p -> p.add(side)));
    }

    @Override
    public Optional<String> seal() {
        return state(SOURCE);
    }

    @Override
    public void seal(String to, Duration bound) {
        inTransaction(connection -> {
            keepWritersOut(connection);
            setState(connection, SOURCE, to);
            return to;
        });
        endWriters(bound);
    }

    /* Waits for registrations that have begun. Later ones wait for this transaction, and the trigger sees what it wrote. */
    private static void keepWritersOut(Connection on) throws SQLException {
        Statements.update(on, "LOCK TABLE writers IN SHARE ROW EXCLUSIVE MODE", none -> {});
    }

    /** Also ends those whose fence has begun earlier: they are no registered writers any more, but may have transactions open. */
    private void endWriters(Duration bound) {
        for (Writer writer : store.writers()) {
            store.fence(writer.id(), bound);
        }
        for (Writer writer : store.openWriters(all -> true)) {
            store.fence(new WriterId(writer.id().value()), bound);
        }
    }

    @Override
    public void unseal() {
        removeState(SOURCE);
    }

    @Override
    public Optional<MoveMark> mark() {
        return state(TARGET).map(MoveMark::parse);
    }

    @Override
    public void begin(MoveMark mark, Duration bound) {
        if (mark().isEmpty()) {
            inTransaction(connection -> {
                keepWritersOut(connection);
                setState(connection, TARGET, mark.encode());
                return Statements.update(connection, "DELETE FROM inodes", none -> {});
            });
        }
        endWriters(bound);
    }

    @Override
    public void write(List<MoveRow> rows, MoveMark mark) {
        inTransaction(connection -> {
            if (!rows.isEmpty()) {
                SqlMoveInserts.insert(connection, rows.get(0).table(), rows);
            }
            setState(connection, TARGET, mark.encode());
            return mark;
        });
    }

    @Override
    public void adopt(StoreHeader header) {
        inTransaction(connection -> {
            ClusterIdentity identity = header.identity();
            Statements.update(
                    connection,
                    "UPDATE identity SET namespace_id = ?, cluster_id = ?, block_pool_id = ?, creation_millis = ?",
                    p -> p.add(identity.namespaceId())
                            .add(identity.clusterId())
                            .add(identity.blockPoolId())
                            .add(identity.creationMillis()));
            for (Map.Entry<Sequence, Long> sequence : header.next().entrySet()) {
                setNext(connection, sequence.getKey().name(), sequence.getValue());
            }
            setNext(connection, COMMIT, header.lastCommit());
            adoptWriters(connection, header.lastWriter());
            Statements.update(connection, "DELETE FROM deployments", none -> {});
            if (header.deployments().isPresent()) {
                int number = header.deployments().getAsInt();
                Statements.update(connection, "INSERT INTO deployments (number) VALUES (?)", p -> p.add(number));
            }
            return header;
        });
    }

    private static void setNext(Connection on, String name, long next) throws SQLException {
        Statements.update(
                on,
                "INSERT INTO sequences VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET next = excluded.next",
                p -> p.add(name).add(next));
    }

    /** A sequence that has given no number has no last one. */
    private static void adoptWriters(Connection on, long last) throws SQLException {
        Statements.rows(
                on,
                "SELECT setval(pg_get_serial_sequence('writers', 'id'), greatest(1, ?), ? > 0)",
                p -> p.add(last).add(last),
                row -> row.getLong(1));
    }

    @Override
    public void finish() {
        removeState(TARGET);
    }

    @Override
    public void close() {
        store.close();
    }
}
