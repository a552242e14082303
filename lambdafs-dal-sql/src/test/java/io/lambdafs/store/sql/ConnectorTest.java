package io.lambdafs.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreConfig.Bounds;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what a session of the store has, whatever the server's administrator has made the default. */
class ConnectorTest {
    private final PostgresFixture fixture = PostgresFixture.create();

    @AfterEach
    void drop() {
        alterDatabase("RESET synchronous_commit");
        fixture.close();
    }

    @Test
    void session_commitsDurably_whereTheDatabaseDoesNot() throws Exception {
        alterDatabase("SET synchronous_commit = off");
        try (Connection any = fixture.connect();
                Connection ofTheStore = new Connector(fixture.config(Bounds.defaults())).connect()) {
            assertThat(synchronousCommit(any)).as("the default").isEqualTo("off");
            assertThat(synchronousCommit(ofTheStore)).isEqualTo("on");
        }
    }

    private void alterDatabase(String change) {
        fixture.execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I " + change + "', current_database()); END $$");
    }

    private static String synchronousCommit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }
}
