package io.lambdafs.store.rocks.table;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.Optional;

/** The recorded outcomes: what became of each request, and when. */
public final class OutcomeRows implements OutcomeTable {
    private final Rows rows;
    private final TimedRows outcomes;

    OutcomeRows(Rows rows) {
        this.rows = rows;
        outcomes = new TimedRows(rows, Table.OUTCOMES, Table.OUTCOME_TIMES);
    }

    static Bytes key(RequestId request) {
        return new Encoder()
                .putLong(request.client().getMostSignificantBits())
                .putLong(request.client().getLeastSignificantBits())
                .putLong(request.sequence())
                .bytes();
    }

    /** Waits for earlier transactions of the request, and returns what they recorded. */
    public Optional<byte[]> admit(RequestId request) {
        Bytes key = key(request);
        rows.lock(Table.OUTCOMES, key, LockMode.EXCLUSIVE);
        return outcomes.content(key);
    }

    /** Records the outcome of a request that was admitted and has none. */
    public void record(RequestId request, byte[] outcome) {
        outcomes.put(key(request), rows.nowMicros(), outcome);
    }

    /** Passes over what a request that runs again just looks at. */
    @Override
    public int purge(Duration olderThan, int limit) {
        int purged = 0;
        for (Bytes request : outcomes.olderThan(olderThan, limit)) {
            if (!rows.isLockedByOther(Table.OUTCOMES, request) && outcomes.delete(request)) {
                purged++;
            }
        }
        return purged;
    }
}
