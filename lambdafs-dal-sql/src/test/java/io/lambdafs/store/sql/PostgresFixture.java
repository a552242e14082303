package io.lambdafs.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.testkit.store.contract.MoveFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** A schema of its own in the test JVM's one PostgreSQL server. */
final class PostgresFixture implements MoveFixture {
    private final String schema = "test_" + UUID.randomUUID().toString().replace('-', '_');
    private final StoreConfig server = TestServer.config();

    static PostgresFixture create() {
        PostgresFixture fixture = new PostgresFixture();
        fixture.execute("CREATE SCHEMA " + fixture.schema);
        return fixture;
    }

    StoreConfig config(Bounds bounds) {
        return new StoreConfig(url(), server.user(), server.password(), 12, bounds);
    }

    @Override
    public MetadataStore open(Bounds bounds) {
        return Stores.open(config(bounds));
    }

    @Override
    public MovableStore openToMove() {
        return MovableStores.open(config(BOUNDS));
    }

    @Override
    public void close() {
        execute("DROP SCHEMA " + schema + " CASCADE");
    }

    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** The only row's only value, as text. */
    String query(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), server.user(), server.password());
    }

    /** With a schema of its own; a URL that is given may have parameters or none. */
    private String url() {
        return server.url() + (server.url().contains("?") ? "&" : "?") + "currentSchema=" + schema;
    }
}
