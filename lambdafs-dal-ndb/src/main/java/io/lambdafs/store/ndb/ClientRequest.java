package io.lambdafs.store.ndb;

import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.Insertion;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.wire.RequestId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client's request that a transaction is for. Its row is inserted when the transaction begins, without an outcome, and
 * so locked: another transaction for the request waits, then finds the row, or none if this one rolled back.
 */
final class ClientRequest {
    private static final byte[] NONE_YET = {};

    private final RequestId id;
    private final long nowMicros;
    private @Nullable Insertion insertion;
    private byte @Nullable [] prior;
    private boolean recorded;

    ClientRequest(RequestId id, long nowMicros) {
        this.id = id;
        this.nowMicros = nowMicros;
    }

    /** Adds the insertion of the row to the transaction's first batch. */
    void enter(OperationBatch batch) {
        insertion = batch.insertIfAbsent(Schema.OUTCOMES, row -> NdbOutcomeRows.write(row, id, nowMicros, NONE_YET));
    }

    /** Reads what was recorded, if the row was there. */
    void lookBack(NdbAccess access) {
        if (insertion != null && insertion.isDuplicate()) {
            OperationBatch batch = new OperationBatch();
            Read<byte[]> read = batch.read(
                    Schema.OUTCOMES, key -> NdbOutcomeRows.writeKey(key, id), ReadLock.NONE, NdbOutcomeRows::outcome);
            access.read(batch);
            prior = read.row()
                    .orElseThrow(() -> access.fail(Kind.CONFLICT, "the outcome was purged while it was asked for"));
        }
    }

    Optional<byte[]> prior() {
        return Optional.ofNullable(prior).map(byte[]::clone);
    }

    void record(NdbAccess access, byte[] outcome) {
        if (recorded || prior != null) {
            throw access.fail(Kind.INTERNAL, "an outcome is recorded once");
        }
        byte[] copy = outcome.clone();
        access.later(batch -> batch.update(Schema.OUTCOMES, row -> NdbOutcomeRows.write(row, id, nowMicros, copy)));
        recorded = true;
    }

    /** Takes the row away again if nothing was recorded. */
    void leave(NdbAccess access) {
        if (!recorded && prior == null) {
            access.deleteLater(batch -> batch.delete(Schema.OUTCOMES, row -> NdbOutcomeRows.writeKey(row, id)));
        }
    }
}
