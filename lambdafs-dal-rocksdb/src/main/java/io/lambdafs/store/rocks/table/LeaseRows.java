package io.lambdafs.store.rocks.table;

import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The leases: when each client renewed its own. */
public final class LeaseRows implements LeaseTable {
    private static final byte[] NOTHING = {};

    private final Rows rows;
    private final TimedRows leases;

    LeaseRows(Rows rows) {
        this.rows = rows;
        leases = new TimedRows(rows, Table.LEASES, Table.LEASE_TIMES);
    }

    @Override
    public void renew(String clientName) {
        leases.put(Keys.of(clientName), rows.nowMicros(), NOTHING);
    }

    @Override
    public Optional<Duration> age(String clientName) {
        OptionalLong renewed = leases.time(Keys.of(clientName));
        return renewed.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.of(Math.max(0, rows.nowMicros() - renewed.getAsLong()), ChronoUnit.MICROS));
    }

    @Override
    public List<String> expired(Duration age, int limit) {
        return leases.olderThan(age, limit).stream().map(Keys::text).toList();
    }

    @Override
    public void remove(String clientName, Duration age) {
        Bytes client = Keys.of(clientName);
        long latest = rows.nowMicros() - age.toNanos() / 1000;
        leases.timeForUpdate(client).stream()
                .filter(renewed -> renewed <= latest)
                .forEach(old -> leases.delete(client));
    }
}
