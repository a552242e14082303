package io.lambdafs.store.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A statement that need not be answered before the next one is sent.
 *
 * @param answer takes what it gives, if anybody wants to know
 */
record Deferred(String sql, Parameters.Binder parameters, Answer answer) {
    /** A statement whose answer nobody waits for. */
    Deferred(String sql, Parameters.Binder parameters) {
        this(sql, parameters, ignored -> {});
    }

    /** Takes an answer, while the statement it belongs to stands at it. */
    @FunctionalInterface
    interface Answer {
        void take(PreparedStatement statement) throws SQLException;
    }

    /**
     * An UPDATE that fails if it finds no row. In SQL, because the answer may come together with that of the commit;
     * and with a division by zero, because that needs no function in the database.
     */
    static Deferred updateOfExisting(String sql, Parameters.Binder parameters) {
        return new Deferred("WITH updated AS (" + sql + " RETURNING 1) SELECT 1 / count(*) FROM updated", parameters);
    }
}
