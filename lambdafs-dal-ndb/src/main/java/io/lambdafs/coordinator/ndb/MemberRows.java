package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The members' rows: what may be done with them, in transactions of others. */
final class MemberRows {
    private static final int THE_PLACE = 1;
    /** Where the row is that those who register write in turn. */
    private static final int TURN = 0;

    private static final int PLACE = 0;
    private static final int WRITER = 1;
    private static final int REGISTRATION = 2;
    private static final int DEPLOYMENT = 3;
    private static final int PID = 4;
    private static final int INSTANCE = 5;
    private static final int TIMEOUT = 6;
    private static final int BEAT = 7;

    private MemberRows() {}

    private static Registered read(Row row) {
        Member member = new Member(
                row.getInt(DEPLOYMENT), new WriterId(row.getLong(WRITER)), row.getText(INSTANCE), row.getLong(PID));
        long registration = row.getLong(REGISTRATION);
        return new Registered(
                member,
                registration < 0 ? ~registration : registration,
                Duration.ofMillis(row.getLong(TIMEOUT)),
                row.getLong(BEAT));
    }

    private static void write(Row row, Registered registered) {
        writeKey(row, registered);
        row.put(DEPLOYMENT, registered.member().deployment())
                .put(PID, registered.member().pid())
                .put(INSTANCE, registered.member().instance())
                .put(TIMEOUT, registered.timeout().toMillis())
                .put(BEAT, registered.beat());
    }

    /** A row of its own says that a member has departed: what the member still writes must find none. */
    private static void writeKey(Row row, Registered registered) {
        long registration = registered.registration();
        row.put(PLACE, THE_PLACE)
                .put(WRITER, registered.member().writer().value())
                .put(REGISTRATION, registered.hasDeparted() ? ~registration : registration);
    }

    private static void writeKey(Row row, Registered.Key key) {
        row.put(PLACE, THE_PLACE).put(WRITER, key.writer()).put(REGISTRATION, key.registration());
    }

    /**
     * Registers, and returns the rows of all who had before; for those who register so there is an order, because the row
     * that each writes first keeps the others waiting until it has committed.
     */
    static List<Registered> register(ClusterTransaction transaction, Registered registered) {
        OperationBatch turn = new OperationBatch();
        turn.put(CoordinationSchema.MEMBERS, row -> {
            write(row, registered);
            row.put(PLACE, TURN).put(WRITER, 0L).put(REGISTRATION, 0L);
        });
        transaction.execute(turn);
        List<Registered> before = transaction.scan(all(ReadLock.SHARED));
        OperationBatch own = new OperationBatch();
        insert(own, registered);
        transaction.commit(own);
        return before;
    }

    static void insert(OperationBatch batch, Registered registered) {
        batch.insert(CoordinationSchema.MEMBERS, row -> write(row, registered));
    }

    /** Gives a sign of life; fails with MISSING_ROW if the registration is gone. */
    static void renew(OperationBatch batch, Registered registered) {
        batch.update(CoordinationSchema.MEMBERS, row -> write(row, registered));
    }

    /** Ends a registration; fails with MISSING_ROW if it is gone. */
    static void end(OperationBatch batch, Registered registered) {
        batch.delete(CoordinationSchema.MEMBERS, row -> writeKey(row, registered));
        batch.insertIfAbsent(CoordinationSchema.MEMBERS, row -> write(row, registered.departed()));
    }

    /** All members, and those who departed lately; one that somebody is just registering is waited for if the lock is one. */
    static Scan<Registered> all(ReadLock lock) {
        return Scan.inOrder(
                        CoordinationSchema.MEMBERS,
                        CoordinationSchema.IN_ORDER,
                        Range.of(key -> key.put(PLACE, THE_PLACE), 1),
                        Scan.UNLIMITED,
                        MemberRows::read)
                .locking(lock);
    }

    /** Which of these are gone, beyond doubt: a row that is being written anywhere is waited for. */
    static List<Registered.Key> gone(ClusterTransaction transaction, Collection<Registered.Key> keys) {
        OperationBatch batch = new OperationBatch();
        Map<Registered.Key, Read<Boolean>> reads = new LinkedHashMap<>();
        keys.forEach(key -> reads.put(key, read(batch, key, ReadLock.SHARED)));
        transaction.execute(batch);
        List<Registered.Key> gone = new ArrayList<>();
        reads.forEach((key, read) -> {
            if (read.row().isEmpty()) {
                gone.add(key);
            }
        });
        return gone;
    }

    private static Read<Boolean> read(OperationBatch batch, Registered.Key key, ReadLock lock) {
        return batch.read(CoordinationSchema.MEMBERS, row -> writeKey(row, key), lock, row -> true);
    }

    /** Ends a registration unless it has given a sign of life since it was seen so; removes the row of one that has departed. */
    static void expire(ClusterTransaction transaction, Registered seen) {
        OperationBatch look = new OperationBatch();
        Read<Long> beat = look.read(
                CoordinationSchema.MEMBERS, row -> writeKey(row, seen), ReadLock.EXCLUSIVE, row -> row.getLong(BEAT));
        transaction.execute(look);
        if (beat.row().filter(present -> present == seen.beat()).isPresent()) {
            OperationBatch end = new OperationBatch();
            if (seen.hasDeparted()) {
                end.delete(CoordinationSchema.MEMBERS, row -> writeKey(row, seen));
            } else {
                end(end, seen);
            }
            transaction.commit(end);
        }
    }
}
