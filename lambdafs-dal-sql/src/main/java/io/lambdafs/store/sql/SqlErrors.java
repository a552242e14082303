package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
            Map.entry("LF001", Kind.INCOMPATIBLE), // refuse_writers_while_moved
            Map.entry("42501", Kind.INCOMPATIBLE)); // insufficient_privilege

    /** Connection exceptions, and insufficient resources (too many connections, disk full, out of memory). */
    private static final Map<String, Kind> CLASSES = Map.of("08", Kind.UNAVAILABLE, "53", Kind.UNAVAILABLE);

    /** What may be a password in a URL: a user before the host, and the values of options. */
    private static final Pattern SECRET_PARTS = Pattern.compile("(?<=[/:])[^/?:@]+(?=@)|(?<==)[^&;#]+");

    private static final int MAX_CAUSES = 20;

    private SqlErrors() {}

    static StoreException translate(SQLException e) {
        return new StoreException(kindOf(e), "the store said: " + e.getMessage(), e);
    }

    static StoreException whileConnecting(SQLException e, StoreConfig config) {
        Kind kind = kindOf(e);
        String advice = kind == Kind.INCOMPATIBLE
                ? "cannot use the store as user '" + config.user()
                        + "': check the database's name, the user and the password"
                : "cannot connect to the store: check that PostgreSQL runs where the store's URL says";
        SQLException shown = withoutSecrets(e, config);
        return new StoreException(kind, advice + " (" + shown.getMessage() + ")", shown);
    }

    /*
     * Clients get the message, and logs get the causes. The driver quotes a URL that it cannot read, password and all.
     */
    private static SQLException withoutSecrets(SQLException e, StoreConfig config) {
        String all = messages(e);
        if (secrets(config).noneMatch(all::contains)) {
            return e;
        }
        SQLException shown =
                new SQLException("its driver's message is left out, because it has secrets", e.getSQLState());
        shown.setStackTrace(e.getStackTrace());
        return shown;
    }

    private static Stream<String> secrets(StoreConfig config) {
        Stream<String> ofUrl = SECRET_PARTS.matcher(config.url()).results().map(MatchResult::group);
        return Stream.concat(Stream.of("jdbc:", config.password()), ofUrl).filter(secret -> !secret.isEmpty());
    }

    private static String messages(Throwable e) {
        StringBuilder messages = new StringBuilder();
        @Nullable Throwable each = e;
        for (int i = 0; i < MAX_CAUSES && each != null; i++) {
            messages.append(each.getMessage()).append('\n');
            each = each.getCause();
        }
        return messages.toString();
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
