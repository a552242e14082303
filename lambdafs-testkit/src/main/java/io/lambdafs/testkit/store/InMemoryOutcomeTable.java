package io.lambdafs.testkit.store;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.testkit.store.InMemoryDatabase.OutcomeRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The twin's recorded outcomes. */
final class InMemoryOutcomeTable implements OutcomeTable {
    private final InMemoryTransaction tx;
    private final InMemoryDatabase database;
    private final TableView<String, OutcomeRow> rows;

    InMemoryOutcomeTable(InMemoryTransaction tx, InMemoryDatabase database) {
        this.tx = tx;
        this.database = database;
        rows = tx.view(database.outcomes);
    }

    @Override
    public int purge(Duration olderThan, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() -> {
            Instant before = database.now().minus(olderThan);
            List<String> old = rows.all().stream()
                    .filter(entry -> entry.getValue().at().isBefore(before))
                    .limit(limit)
                    .map(Map.Entry::getKey)
                    .toList();
            old.forEach(rows::remove);
            return old.size();
        });
    }
}
