package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.sql.SQLException;
import java.util.Map;

/** Translates PostgreSQL's error states into the port's kinds; the only place that does. */
final class SqlErrors {
    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry("23505", Kind.DUPLICATE_KEY), // unique_violation
            Map.entry("22012", Kind.MISSING_ROW), // division_by_zero: Deferred.updateOfExisting
            Map.entry("40001", Kind.CONFLICT), // serialization_failure
            Map.entry("40P01", Kind.CONFLICT), // deadlock_detected
            Map.entry("55P03", Kind.CONFLICT), // lock_not_available: lock_timeout
            Map.entry("25P03", Kind.EXPIRED), // idle_in_transaction_session_timeout
            Map.entry("25P04", Kind.EXPIRED), // transaction_timeout
            Map.entry("57014", Kind.EXPIRED), // query_canceled: statement_timeout
            Map.entry("57P01", Kind.UNAVAILABLE), // admin_shutdown
            Map.entry("57P02", Kind.UNAVAILABLE), // crash_shutdown
            Map.entry("57P03", Kind.UNAVAILABLE), // cannot_connect_now
            Map.entry("57P05", Kind.UNAVAILABLE), // idle_session_timeout
            Map.entry("28000", Kind.INCOMPATIBLE), // invalid_authorization_specification
            Map.entry("28P01", Kind.INCOMPATIBLE), // invalid_password
            Map.entry("3D000", Kind.INCOMPATIBLE), // invalid_catalog_name
            Map.entry("42501", Kind.INCOMPATIBLE)); // insufficient_privilege

    /** Connection exceptions, and insufficient resources (too many connections, disk full, out of memory). */
    private static final Map<String, Kind> CLASSES = Map.of("08", Kind.UNAVAILABLE, "53", Kind.UNAVAILABLE);

    private SqlErrors() {}

    static StoreException translate(SQLException e) {
        return new StoreException(kindOf(e), "the store said: " + e.getMessage(), e);
    }

    static StoreException whileConnecting(SQLException e, StoreConfig config) {
        Kind kind = kindOf(e);
        String advice = kind == Kind.INCOMPATIBLE
                ? "cannot use " + config.url() + " as user '" + config.user()
                        + "': check the database's name, the user and the password"
                : "cannot connect to " + config.url() + ": check that PostgreSQL runs there";
        return new StoreException(kind, advice + " (" + e.getMessage() + ")", e);
    }

    private static Kind kindOf(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        Kind ofClass = state.length() == 5 ? CLASSES.getOrDefault(state.substring(0, 2), Kind.INTERNAL) : Kind.INTERNAL;
        return KINDS.getOrDefault(state, ofClass);
    }

    /** Whether the table does not exist. */
    static boolean isUndefinedTable(SQLException e) {
        return "42P01".equals(e.getSQLState());
    }
}
