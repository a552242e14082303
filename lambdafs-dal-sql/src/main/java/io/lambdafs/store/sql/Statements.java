package io.lambdafs.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs statements on a connection; the driver keeps them prepared. */
final class Statements {
    private Statements() {}

    /** What a statement that was sent after others gives, once those are done. */
    @FunctionalInterface
    interface Outcome<T> {
        T of(PreparedStatement statement) throws SQLException;
    }

    /** Runs a statement after others, in one round trip with them. The first that fails is the last that is run. */
    static <T> T after(
            List<Deferred> others, Connection on, String sql, Parameters.Binder parameters, Outcome<T> outcome)
            throws SQLException {
        StringBuilder all = new StringBuilder();
        others.forEach(other -> all.append(other.sql()).append("; "));
        try (PreparedStatement statement = on.prepareStatement(all.append(sql).toString())) {
            Parameters together = new Parameters(statement);
            for (Deferred other : others) {
                other.parameters().bind(together);
            }
            parameters.bind(together);
            statement.execute();
            for (Deferred other : others) {
                other.answer().take(statement);
                statement.getMoreResults();
            }
            return outcome.of(statement);
        }
    }

    static <T> List<T> rows(PreparedStatement statement, ResultReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (ResultSet result = statement.getResultSet()) {
            while (result.next()) {
                rows.add(reader.read(result));
            }
        }
        return rows;
    }

    static <T> List<T> rows(Connection on, String sql, Parameters.Binder parameters, ResultReader<T> reader)
            throws SQLException {
        return after(List.of(), on, sql, parameters, statement -> rows(statement, reader));
    }

    static int update(Connection on, String sql, Parameters.Binder parameters) throws SQLException {
        return after(List.of(), on, sql, parameters, PreparedStatement::getUpdateCount);
    }
}
