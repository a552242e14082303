package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;

/** Opens connections with every bound set on both sides. */
final class Connector {
    /** The first version with a bound on the life of a transaction that is busy. */
    private static final int TRANSACTION_TIMEOUT_SINCE = 17;

    private static final int OLDEST_SUPPORTED = 14;

    /** How much longer than the server's own bounds to wait for it before taking it for frozen. */
    private static final Duration FROZEN_AFTER = Duration.ofSeconds(5);

    private final Driver driver = new Driver();
    private final StoreConfig config;
    private final Properties properties = new Properties();

    Connector(StoreConfig config) {
        this.config = config;
        StoreConfig.Bounds bounds = config.bounds();
        properties.setProperty("user", config.user());
        properties.setProperty("password", config.password());
        properties.setProperty("ApplicationName", "lambdafs");
        properties.setProperty("connectTimeout", seconds(bounds.connect()));
        properties.setProperty("socketTimeout", seconds(longestAnswer()));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("gssEncMode", "disable");
        // Spares the round trips in which an old server's abilities are found out.
        properties.setProperty("assumeMinServerVersion", Integer.toString(OLDEST_SUPPORTED));
        properties.setProperty("prepareThreshold", "1");
        properties.setProperty("options", options(bounds));
    }

    /** How long the server may take for an answer before it counts as frozen. */
    Duration longestAnswer() {
        return config.bounds().transaction().plus(FROZEN_AFTER);
    }

    /*
     * Every statement finds its rows by an index, so that one plan is right for all parameters. A generic plan saves
     * planning at each call. Without sequential scans it does not depend on how small a table was when it was planned.
     */
    private static String options(StoreConfig.Bounds bounds) {
        return "-c synchronous_commit=on -c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off"
                + " -c default_transaction_isolation=read\\ committed"
                + " -c lock_timeout=" + bounds.lock().toMillis()
                + " -c idle_in_transaction_session_timeout="
                + bounds.transaction().toMillis()
                + " -c statement_timeout=" + bounds.transaction().toMillis();
    }

    private static String seconds(Duration bound) {
        return Long.toString(Math.max(1, bound.plusMillis(999).toSeconds()));
    }

    Connection connect() {
        try {
            Connection connection = driver.connect(config.url(), properties);
            if (connection == null) {
                throw new StoreException(
                        Kind.INCOMPATIBLE,
                        "the store's URL is not one of PostgreSQL: use jdbc:postgresql://HOST:PORT/DATABASE");
            }
            return prepared(connection);
        } catch (SQLException e) {
            throw SqlErrors.whileConnecting(e, config);
        }
    }

    private Connection prepared(Connection connection) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version < OLDEST_SUPPORTED) {
            connection.close();
            throw new StoreException(
                    Kind.INCOMPATIBLE, "PostgreSQL " + version + " is too old: use " + OLDEST_SUPPORTED + " or later");
        }
        if (version >= TRANSACTION_TIMEOUT_SINCE) {
            try (PreparedStatement set =
                    connection.prepareStatement("SELECT set_config('transaction_timeout', ?, false)")) {
                set.setString(1, Long.toString(config.bounds().transaction().toMillis()));
                set.execute();
            }
        }
        return connection;
    }

    /** Lets the present transaction wait for a lock for so long, and live as long as that takes. */
    static void relaxBounds(Connection connection, Duration lockWait) throws SQLException {
        Statements.rows(
                connection,
                "SELECT set_config('lock_timeout', ?, true), set_config('statement_timeout', '0', true),"
                        + " set_config('idle_in_transaction_session_timeout', '0', true),"
                        + " (SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout')",
                p -> p.add(Long.toString(Math.max(1, lockWait.toMillis()))),
                row -> row);
    }
}
