package io.lambdafs.store.ndb;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The clients' leases in NDB. */
final class NdbLeaseTable implements LeaseTable {
    private static final int CLIENT_NAME = 0;
    private static final int RENEWED = 1;

    private final NdbAccess access;
    private @Nullable Foreseen foreseen;

    NdbLeaseTable(NdbAccess access) {
        this.access = access;
    }

    /** What is being read of a client's lease. */
    private record Foreseen(String clientName, Read<Long> renewed) {}

    /** Has the age of the client's lease read together with what is read next. */
    void foresee(String clientName) {
        boolean waits =
                access.foresee(batch -> foreseen = new Foreseen(clientName, reading(batch, clientName, ReadLock.NONE)));
        if (!waits) {
            foreseen = null;
        }
    }

    @Override
    public void renew(String clientName) {
        foreseen = null;
        long now = access.nowMicros();
        access.later(batch ->
                batch.put(Schema.LEASES, row -> row.put(CLIENT_NAME, clientName).put(RENEWED, now)));
    }

    @Override
    public Optional<Duration> age(String clientName) {
        return renewed(clientName, ReadLock.NONE)
                .map(micros -> Duration.of(Math.max(0, access.nowMicros() - micros), ChronoUnit.MICROS));
    }

    private static Read<Long> reading(OperationBatch batch, String clientName, ReadLock lock) {
        return batch.read(Schema.LEASES, key -> key.put(CLIENT_NAME, clientName), lock, row -> row.getLong(RENEWED));
    }

    private Optional<Long> renewed(String clientName, ReadLock lock) {
        if (foreseen != null && foreseen.clientName().equals(clientName) && lock == ReadLock.NONE) {
            access.readForeseen();
            return foreseen.renewed().row();
        }
        OperationBatch batch = new OperationBatch();
        Read<Long> read = reading(batch, clientName, lock);
        if (lock == ReadLock.NONE) {
            access.read(batch);
        } else {
            access.lock(batch);
        }
        return read.row();
    }

    @Override
    public List<String> expired(Duration age, int limit) {
        INodeTable.checkedBatch(limit);
        long bound = access.microsBefore(age);
        return access.scan(Scan.inOrder(
                Schema.LEASES,
                Schema.BY_AGE,
                Range.before(row -> row.put(RENEWED, bound), 1),
                limit,
                row -> row.getText(CLIENT_NAME)));
    }

    @Override
    public void remove(String clientName, Duration age) {
        foreseen = null;
        Optional<Long> renewed = renewed(clientName, ReadLock.EXCLUSIVE);
        long bound = access.microsBefore(age);
        if (renewed.filter(micros -> micros <= bound).isPresent()) {
            access.deleteLater(batch -> batch.delete(Schema.LEASES, row -> row.put(CLIENT_NAME, clientName)));
        }
    }
}
