package io.lambdafs.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs single statements on a connection; the driver keeps them prepared. */
final class Statements {
    private Statements() {}

    static <T> List<T> rows(Connection on, String sql, Parameters.Binder parameters, RowReader<T> reader)
            throws SQLException {
        try (PreparedStatement statement = on.prepareStatement(sql)) {
            parameters.bind(new Parameters(statement));
            try (ResultSet result = statement.executeQuery()) {
                List<T> rows = new ArrayList<>();
                while (result.next()) {
                    rows.add(reader.read(result));
                }
                return rows;
            }
        }
    }

    static int update(Connection on, String sql, Parameters.Binder parameters) throws SQLException {
        try (PreparedStatement statement = on.prepareStatement(sql)) {
            parameters.bind(new Parameters(statement));
            return statement.executeUpdate();
        }
    }
}
