package io.lambdafs.store.sql;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.store.move.MoveMark;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings a database's schema to the version that this program knows.
 *
 * <p>Version n is the file {@code Vn.sql}. Processes that start at once take turns by an advisory lock; finding that there
 * is nothing to do costs one query, which reads the cluster's identity as well.
 */
final class Migrations {
    private static final int LATEST = 7;

    /** The advisory lock's key; writers' locks are positive. */
    static final long LOCK = -0x6c616d62646146L;

    /** How long to wait while another process migrates. */
    private static final Duration TURN_BOUND = Duration.ofSeconds(60);

    private Migrations() {}

    /**
     * What a database of this version says of itself.
     *
     * @param identity the identity of the file system that it holds
     * @param target the mark of the move whose target it is; null if it is none
     * @param movedTo where its content was moved; null if it was not
     */
    record Found(
            ClusterIdentity identity,
            @Nullable String target,
            @Nullable String movedTo) {
        /** Refuses to be used as a file system while a move is under way or after its content was moved away. */
        ClusterIdentity requireNotMoving() {
            if (target != null) {
                throw MovableStores.refusal(MoveMark.parse(target));
            }
            if (movedTo != null) {
                throw MovableStores.refusal(movedTo);
            }
            return identity;
        }
    }

    /** Migrates where needed; returns what the database says of itself. */
    static Found apply(ConnectionPool pool) {
        Optional<Found> present = PostgresReadSession.autocommitted(pool, Migrations::identityIfUpToDate);
        return present.orElseGet(() -> {
            PostgresReadSession.autocommitted(pool, Migrations::migrate);
            return PostgresReadSession.autocommitted(pool, Migrations::identityIfUpToDate)
                    .orElseThrow(() -> new StoreException(Kind.INTERNAL, "the schema's migration had no effect"));
        });
    }

    private static Optional<Found> identityIfUpToDate(Connection connection) throws SQLException {
        try {
            return Statements.rows(
                            connection,
                            "SELECT namespace_id, cluster_id, block_pool_id, creation_millis,"
                                    + " (SELECT max(version) FROM schema_version),"
                                    + " (SELECT state FROM moves WHERE side = 'TARGET'),"
                                    + " (SELECT state FROM moves WHERE side = 'SOURCE') FROM identity",
                            none -> {},
                            Migrations::identityOf)
                    .stream()
                    .findFirst()
                    .flatMap(found -> found);
        } catch (SQLException e) {
            if (SqlErrors.isUndefinedTable(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Optional<Found> identityOf(ResultSet row) throws SQLException {
        if (!isUpToDate(row.getInt(5))) {
            return Optional.empty();
        }
        ClusterIdentity identity =
                new ClusterIdentity(row.getInt(1), row.getString(2), row.getString(3), row.getLong(4));
        return Optional.of(new Found(identity, row.getString(6), row.getString(7)));
    }

    private static boolean isUpToDate(int version) {
        if (version > LATEST) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the database's schema has version " + version + ", but this program knows only version " + LATEST
                            + ": use the newer program, or another database");
        }
        return version == LATEST;
    }

    private static int migrate(Connection connection) throws SQLException {
        int usual = connection.getNetworkTimeout();
        // A step that counts a large namespace takes longer than any answer to a request. Cut short, it would begin
        // anew at
        // each start.
        connection.setNetworkTimeout(Runnable::run, 0);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            Connector.relaxBounds(connection, TURN_BOUND);
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
            statement.execute("CREATE TABLE IF NOT EXISTS schema_version"
                    + " (version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT clock_timestamp())");
            int from = versionOf(connection);
            for (int version = from + 1; version <= LATEST; version++) {
                statement.execute(script(version));
                statement.execute("INSERT INTO schema_version (version) VALUES (" + version + ")");
            }
            connection.commit();
            return from;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
            connection.setNetworkTimeout(Runnable::run, usual);
        }
    }

    private static int versionOf(Connection connection) throws SQLException {
        List<Integer> found = Statements.rows(
                connection, "SELECT coalesce(max(version), 0) FROM schema_version", none -> {}, row -> row.getInt(1));
        return found.get(0);
    }

    private static String script(int version) {
        String name = "V" + version + ".sql";
        try (InputStream in = Migrations.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new StoreException(Kind.INTERNAL, "the program lacks its file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
