package io.lambdafs.store.sql;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The clients' leases in PostgreSQL. */
final class SqlLeaseTable implements LeaseTable {
    private static final String AGE = "SELECT " + Times.microsSince("renewed") + " FROM leases WHERE client_name = ?";

    private final PostgresSession session;
    private @Nullable Foreseen foreseen;

    SqlLeaseTable(PostgresSession session) {
        this.session = session;
    }

    /** What was read of a client's lease before anybody asked. */
    private record Foreseen(String clientName, Optional<Duration> age) {}

    /** Reads the age of a client's lease for callers that ask later. */
    Deferred foreseeing(String clientName) {
        return new Deferred(AGE, p -> p.add(clientName), read -> {
            Optional<Duration> age =
                    Statements.rows(read, SqlLeaseTable::age).stream().findFirst();
            foreseen = new Foreseen(clientName, age);
        });
    }

    @Override
    public void renew(String clientName) {
        foreseen = null;
        session.later(new Deferred(
                "INSERT INTO leases VALUES (?, clock_timestamp())"
                        + " ON CONFLICT (client_name) DO UPDATE SET renewed = excluded.renewed",
                p -> p.add(clientName)));
    }

    @Override
    public Optional<Duration> age(String clientName) {
        if (foreseen != null && foreseen.clientName.equals(clientName)) {
            return foreseen.age;
        }
        return session.queryOne(AGE, p -> p.add(clientName), SqlLeaseTable::age);
    }

    private static Duration age(ResultSet row) throws SQLException {
        return Times.ofMicros(row.getLong(1));
    }

    @Override
    public List<String> expired(Duration age, int limit) {
        INodeTable.checkedBatch(limit);
        return session.query(
                "SELECT client_name FROM leases WHERE renewed < " + Times.AGO + " ORDER BY renewed LIMIT ?",
                p -> p.addMicros(age).add(limit),
                row -> row.getString(1));
    }

    @Override
    public void remove(String clientName, Duration age) {
        foreseen = null;
        session.later(new Deferred(
                "DELETE FROM leases WHERE client_name = ? AND renewed <= " + Times.AGO,
                p -> p.add(clientName).addMicros(age)));
    }
}
