package io.lambdafs.benchmark.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Fills a directory by a statement to the store itself, which takes seconds where creating the files takes many minutes.
 * Nobody may have listed the directory before.
 */
final class LargeDirectory implements AutoCloseable {
    private final Connection connection;

    private LargeDirectory(Connection connection) {
        this.connection = connection;
    }

    /** Connects to the embedded server of a stack. */
    static LargeDirectory of(CompareOptions.Stack stack) throws IOException, SQLException {
        Path home = stack.data().resolve("postgres");
        Properties login = new Properties();
        login.setProperty("user", "lambdafs");
        login.setProperty(
                "password",
                Files.readString(home.resolve("password"), StandardCharsets.UTF_8)
                        .strip());
        String address = stack.status()
                .lines()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(fields -> fields[0].equals("postgres") && fields.length >= 4)
                .map(fields -> fields[3])
                .findFirst()
                .orElseThrow(() -> new IOException("the stack has no PostgreSQL of its own"));
        return new LargeDirectory(
                DriverManager.getConnection("jdbc:postgresql://" + address + "/lambdafs?sslmode=disable", login));
    }

    /** Puts so many empty files into the directory, and tells the directory's id. */
    long fill(String name, int files) throws SQLException {
        long directory = id(name);
        long first = reserve(files);
        String insert = """
                INSERT INTO inodes (id, parent_id, name, directory, mode, owner_name, group_name, modification_millis,
                                    access_millis, replication, block_size, length)
                SELECT ? + n, d.id, convert_to('part-' || lpad(n::text, 8, '0'), 'UTF8'), false, 420, d.owner_name,
                       d.group_name, d.modification_millis, d.modification_millis, 3, 134217728, 0
                FROM inodes d, generate_series(0, ? - 1) AS n
                WHERE d.id = ?
                """;
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setLong(1, first);
            statement.setInt(2, files);
            statement.setLong(3, directory);
            statement.executeUpdate();
        }
        return directory;
    }

    /** Whether the row of an inode is there. */
    boolean exists(long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT 1 FROM inodes WHERE id = ?")) {
            statement.setLong(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** As after any load of that size in production. */
    void settle() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("VACUUM ANALYZE inodes")) {
            statement.execute();
        }
        try (PreparedStatement statement = connection.prepareStatement("CHECKPOINT")) {
            statement.execute();
        } catch (SQLException notAllowed) {
            // It will come by itself, a little later.
            return;
        }
    }

    private long id(String name) throws SQLException {
        return single("SELECT id FROM inodes WHERE directory AND name = convert_to('" + name + "', 'UTF8')");
    }

    private long reserve(int count) throws SQLException {
        return single(
                "UPDATE sequences SET next = next + " + count + " WHERE name = 'INODE' RETURNING next - " + count);
    }

    private long single(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("no row: " + sql);
            }
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
