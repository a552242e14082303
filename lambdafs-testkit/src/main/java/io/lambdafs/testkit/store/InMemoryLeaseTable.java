package io.lambdafs.testkit.store;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The twin's leases: when each client renewed its own. */
final class InMemoryLeaseTable implements LeaseTable {
    private final InMemoryTransaction tx;
    private final InMemoryDatabase database;
    private final TableView<String, Instant> rows;

    InMemoryLeaseTable(InMemoryTransaction tx, InMemoryDatabase database) {
        this.tx = tx;
        this.database = database;
        rows = tx.view(database.leases);
    }

    @Override
    public void renew(String clientName) {
        tx.run(() -> rows.put(clientName, database.now()));
    }

    @Override
    public Optional<Duration> age(String clientName) {
        return tx.call(() -> rows.get(clientName).map(renewed -> Duration.between(renewed, database.now())));
    }

    @Override
    public List<String> expired(Duration age, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() -> {
            Instant before = database.now().minus(age);
            return rows.all().stream()
                    .filter(entry -> entry.getValue().isBefore(before))
                    .sorted(Map.Entry.comparingByValue())
                    .limit(limit)
                    .map(Map.Entry::getKey)
                    .toList();
        });
    }

    @Override
    public void remove(String clientName, Duration age) {
        tx.run(() -> rows.getForUpdate(clientName)
                .filter(renewed -> !renewed.isAfter(database.now().minus(age)))
                .ifPresent(old -> rows.remove(clientName)));
    }
}
