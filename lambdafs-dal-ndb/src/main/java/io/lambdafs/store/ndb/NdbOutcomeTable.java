package io.lambdafs.store.ndb;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.util.List;

/** The recorded outcomes in NDB. */
final class NdbOutcomeTable implements OutcomeTable {
    private final NdbAccess access;

    NdbOutcomeTable(NdbAccess access) {
        this.access = access;
    }

    @Override
    public int purge(Duration olderThan, int limit) {
        INodeTable.checkedBatch(limit);
        long bound = access.microsBefore(olderThan);
        List<NdbOutcomeRows.Key> old = access.scan(Scan.inOrder(
                Schema.OUTCOMES,
                Schema.BY_AGE,
                Range.before(row -> row.put(NdbOutcomeRows.RECORDED, bound), 1),
                limit,
                NdbOutcomeRows.Key::of));
        access.deleteLater(batch -> old.forEach(key -> batch.deleteIfPresent(Schema.OUTCOMES, key::write)));
        return old.size();
    }
}
