package io.lambdafs.store.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.NdbRehearsal;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * The writers, and how they are fenced.
 *
 * <pre>
 * A writer has two rows: one says that it may begin transactions, the other is held shared by each of them. Fencing deletes
 * the first, durably; then it waits until it gets the second exclusively, and deletes that too. A transaction that begins
 * takes the second row's lock without waiting and looks at the first: it finds either a row gone, or the lock taken by the process that
 * fences, or both in order - and then it has the lock before the fence gets it, and the fence waits for it. A process that wants to know
 * whether a suspect has transactions open tries the lock as well; the suspect is refused then, which it has to expect.
 * </pre>
 */
final class Writers {
    private static final int ID = 0;
    private static final int LABEL = 1;
    private static final int REGISTERED = 1;
    private static final WriterId NOBODY = new WriterId(0);
    private static final int LOCK_ATTEMPTS = 8;
    private static final long FIRST_PAUSE_NANOS = 500_000;
    private static final long LONGEST_PAUSE_NANOS = 20_000_000;

    private final NdbCluster cluster;
    private final Duration life;

    Writers(NdbCluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Uses all of the NDB API that the store needs, on a writer that there never is. */
    static void rehearse(NdbCluster cluster, Duration life) {
        OperationBatch batch = new OperationBatch();
        Admitting unused = admit(batch, NOBODY);
        batch.deleteIfPresent(Schema.WRITERS, key -> key.put(ID, NOBODY.value()));
        Range range = Range.of(key -> key.put(ID, NOBODY.value()), 1);
        NdbRehearsal.run(cluster, life, Scan.inOrder(Schema.WRITERS, Schema.IN_ORDER, range, 1, row -> NOBODY), batch);
    }

    void register(WriterId writer, String label, long nowMicros) {
        OperationBatch batch = new OperationBatch();
        batch.insert(Schema.WRITERS, row -> row.put(ID, writer.value()).put(LABEL, label));
        batch.insert(Schema.WRITER_LOCKS, row -> row.put(ID, writer.value()).put(REGISTERED, nowMicros));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            Moves.requireOpen(transaction);
            transaction.commit(batch);
        }
    }

    List<Writer> all() {
        try (ClusterTransaction transaction = cluster.begin(life)) {
            return transaction.scan(Scan.inOrder(
                    Schema.WRITERS,
                    Schema.IN_ORDER,
                    Range.all(),
                    Scan.UNLIMITED,
                    row -> new Writer(new WriterId(row.getLong(ID)), row.getText(LABEL))));
        }
    }

    /**
     * Those of the suspects whose transactions hold their locks. Another process may try the same lock at this moment, so one
     * counts only if it is taken again and again, while it is suspected. Trying is not done lightly: a transaction that begins
     * at that moment takes the lock for a fence's.
     */
    List<Writer> open(Predicate<Writer> suspects) {
        List<Writer> taken = taken(suspected(suspects));
        for (int attempt = 1; attempt < LOCK_ATTEMPTS && !taken.isEmpty(); attempt++) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS));
            taken = taken(taken.stream().filter(suspects).toList());
        }
        return taken;
    }

    private List<Writer> suspected(Predicate<Writer> suspects) {
        Map<WriterId, Writer> found = new LinkedHashMap<>();
        all().forEach(writer -> found.put(writer.id(), writer));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction
                    .scan(Scan.inOrder(
                            Schema.WRITER_LOCKS,
                            Schema.IN_ORDER,
                            Range.all(),
                            Scan.UNLIMITED,
                            row -> new WriterId(row.getLong(ID))))
                    .forEach(id -> found.putIfAbsent(id, new Writer(id, "")));
        }
        return found.values().stream().filter(suspects).toList();
    }

    private List<Writer> taken(List<Writer> writers) {
        if (writers.isEmpty()) {
            return List.of();
        }
        try (ClusterTransaction transaction = cluster.begin(life)) {
            OperationBatch batch = new OperationBatch();
            Map<Writer, Read<Boolean>> locks = new LinkedHashMap<>();
            writers.forEach(writer -> locks.put(writer, readLock(batch, writer.id())));
            // Which gives the locks up in the same round trip, whatever becomes of this process.
            transaction.commit(batch);
            return writers.stream()
                    .filter(writer -> requireNonNull(locks.get(writer)).isTaken())
                    .toList();
        }
    }

    private static Read<Boolean> readLock(OperationBatch batch, WriterId writer) {
        return batch.read(Schema.WRITER_LOCKS, key -> key.put(ID, writer.value()), ReadLock.EXCLUSIVE_NOW, row -> true);
    }

    /** Adds to a batch what admits a writer's transaction. */
    static Admitting admit(OperationBatch batch, WriterId writer) {
        return new Admitting(
                batch.read(Schema.WRITER_LOCKS, key -> key.put(ID, writer.value()), ReadLock.SHARED_NOW, row -> true),
                batch.read(Schema.WRITERS, key -> key.put(ID, writer.value()), ReadLock.NONE, row -> true));
    }

    /** What tells, once it has been read, whether a writer is admitted. */
    record Admitting(Read<Boolean> lock, Read<Boolean> row) {
        boolean isAdmitted() {
            return lock.row().isPresent() && row.row().isPresent();
        }
    }

    void fence(WriterId writer, Duration bound) {
        long begun = System.nanoTime();
        try (ClusterTransaction transaction = cluster.begin(life)) {
            OperationBatch batch = new OperationBatch();
            batch.deleteIfPresent(Schema.WRITERS, key -> key.put(ID, writer.value()));
            transaction.commit(batch);
        }
        long pause = FIRST_PAUSE_NANOS;
        while (!takeLock(writer)) {
            if (System.nanoTime() - begun > bound.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                throw new StoreException(
                        Kind.CONFLICT, "the transactions of " + writer + " did not end within " + bound);
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
        }
    }

    /** Deletes the row that the writer's transactions hold; false while they do. */
    private boolean takeLock(WriterId writer) {
        try (ClusterTransaction transaction = cluster.begin(life)) {
            OperationBatch look = new OperationBatch();
            Read<Boolean> lock = readLock(look, writer);
            transaction.execute(look);
            if (lock.row().isPresent()) {
                OperationBatch delete = new OperationBatch();
                delete.delete(Schema.WRITER_LOCKS, key -> key.put(ID, writer.value()));
                transaction.commit(delete);
            }
            return !lock.isTaken();
        }
    }
}
