package io.lambdafs.store.ndb;

import io.lambdafs.store.RoleTable;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.Insertion;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import java.time.Duration;
import java.util.Optional;

/** The roles in NDB. */
final class NdbRoleTable implements RoleTable {
    private static final int ROLE = 0;
    private static final int OWNER = 1;
    private static final int HELD_UNTIL = 2;

    private final NdbAccess access;

    NdbRoleTable(NdbAccess access) {
        this.access = access;
    }

    /** A row of the table. */
    private record Holding(String role, String owner, long untilMicros) {
        void write(Row row) {
            row.put(ROLE, role).put(OWNER, owner).put(HELD_UNTIL, untilMicros);
        }
    }

    @Override
    public boolean acquire(String role, String owner, Duration time) {
        Optional<Holding> present = read(role, ReadLock.EXCLUSIVE);
        Holding wanted = new Holding(role, owner, access.nowMicros() + time.toNanos() / 1000);
        if (present.isEmpty()) {
            insert(wanted);
            return true;
        }
        boolean free = present.get().owner().equals(owner) || present.get().untilMicros() <= access.nowMicros();
        if (free) {
            access.later(batch -> batch.update(Schema.ROLES, wanted::write));
        }
        return free;
    }

    private void insert(Holding wanted) {
        OperationBatch batch = new OperationBatch();
        Insertion insertion = batch.insertIfAbsent(Schema.ROLES, wanted::write);
        access.change(batch);
        if (insertion.isDuplicate()) {
            throw access.fail(Kind.CONFLICT, "another process took the role meanwhile");
        }
    }

    private Optional<Holding> read(String role, ReadLock lock) {
        OperationBatch batch = new OperationBatch();
        Read<Holding> read = batch.read(
                Schema.ROLES,
                key -> key.put(ROLE, role),
                lock,
                row -> new Holding(row.getText(ROLE), row.getText(OWNER), row.getLong(HELD_UNTIL)));
        access.lock(batch);
        return read.row();
    }

    @Override
    public boolean hold(String role, String owner) {
        return read(role, ReadLock.SHARED)
                .filter(holding -> holding.owner().equals(owner) && holding.untilMicros() > access.nowMicros())
                .isPresent();
    }

    @Override
    public void release(String role, String owner) {
        if (read(role, ReadLock.EXCLUSIVE)
                .filter(holding -> holding.owner().equals(owner))
                .isPresent()) {
            access.deleteLater(batch -> batch.delete(Schema.ROLES, row -> row.put(ROLE, role)));
        }
    }
}
