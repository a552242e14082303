package io.lambdafs.store.sql;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.OutcomeTable;
import java.time.Duration;

/** The recorded outcomes in PostgreSQL. */
final class SqlOutcomeTable implements OutcomeTable {
    private final PostgresSession session;

    SqlOutcomeTable(PostgresSession session) {
        this.session = session;
    }

    @Override
    public int purge(Duration olderThan, int limit) {
        INodeTable.checkedBatch(limit);
        return session.execute(
                "DELETE FROM outcomes WHERE ctid = ANY (ARRAY(SELECT ctid FROM outcomes" + " WHERE recorded < "
                        + Times.AGO + " LIMIT ?))",
                p -> p.addMicros(olderThan).add(limit));
    }
}
