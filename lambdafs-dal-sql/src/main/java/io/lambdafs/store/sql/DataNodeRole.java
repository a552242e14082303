package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Gives a login of PostgreSQL the rights of a DataNode: it reports replicas and storages, takes commands, reads block keys, and leaves reports
 * of recoveries. It writes no inode and no block, and reads no delegation token and no service key.
 */
public final class DataNodeRole {
    private static final String SCRIPT = "DataNodeRole.sql";

    private DataNodeRole() {}

    /**
     * Gives the rights; without effect if the login has them. Brings the schema up to date first.
     *
     * @param owner the database, as the user who owns the store's tables
     * @param login a role that may log in, and has no other rights in the database
     * @throws StoreException if there is no such role, or the owner may not give the rights
     */
    public static void grant(StoreConfig owner, String login) {
        new PostgresStoreProvider().open(owner).close();
        try (Connection connection = new Connector(owner).connect()) {
            connection.setAutoCommit(false);
            String script = filledIn(connection, login);
            try (Statement grant = connection.createStatement()) {
                grant.execute(script);
            }
            connection.commit();
        } catch (SQLException e) {
            throw SqlErrors.translate(e);
        }
    }

    /* The server quotes the names. */
    private static String filledIn(Connection connection, String login) throws SQLException {
        try (PreparedStatement format =
                connection.prepareStatement("SELECT format(?::text, ?::text, current_schema())")) {
            format.setString(1, script());
            format.setString(2, login);
            try (ResultSet filled = format.executeQuery()) {
                if (!filled.next()) {
                    throw new StoreException(Kind.INTERNAL, "the store said nothing to " + SCRIPT);
                }
                return filled.getString(1);
            }
        }
    }

    private static String script() {
        try (InputStream in = DataNodeRole.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new StoreException(Kind.INTERNAL, "the program lacks its file " + SCRIPT);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
