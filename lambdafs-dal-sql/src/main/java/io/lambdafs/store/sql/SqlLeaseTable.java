package io.lambdafs.store.sql;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The clients' leases in PostgreSQL. */
final class SqlLeaseTable implements LeaseTable {
    private final Session session;

    SqlLeaseTable(Session session) {
        this.session = session;
    }

    @Override
    public void renew(String clientName) {
        session.later(new Deferred(
                "INSERT INTO leases VALUES (?, clock_timestamp())"
                        + " ON CONFLICT (client_name) DO UPDATE SET renewed = excluded.renewed",
                p -> p.add(clientName)));
    }

    @Override
    public Optional<Duration> age(String clientName) {
        return session.queryOne(
                "SELECT " + Times.microsSince("renewed") + " FROM leases WHERE client_name = ?",
                p -> p.add(clientName),
                row -> Times.ofMicros(row.getLong(1)));
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
        session.later(new Deferred(
                "DELETE FROM leases WHERE client_name = ? AND renewed <= " + Times.AGO,
                p -> p.add(clientName).addMicros(age)));
    }
}
