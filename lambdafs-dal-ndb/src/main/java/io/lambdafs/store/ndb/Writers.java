package io.lambdafs.store.ndb;

import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.Cluster;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The writers, and how they are fenced.
 *
 * <pre>
 * A writer has two rows: one says that it may begin transactions, the other is held shared by each of them. Fencing deletes
 * the first, durably; then it waits until it gets the second exclusively, and deletes that too. A transaction that begins
 * takes the second row's lock without waiting and looks at the first: it finds either a row gone, or the lock taken by who
 * fences, or both in order - and then it has the lock before the fence gets it, and the fence waits for it.
 * </pre>
 */
final class Writers {
    private static final int ID = 0;
    private static final int LABEL = 1;
    private static final int REGISTERED = 1;
    private static final long FIRST_PAUSE_NANOS = 500_000;
    private static final long LONGEST_PAUSE_NANOS = 20_000_000;

    private final Cluster cluster;
    private final Duration life;

    Writers(Cluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    void register(WriterId writer, String label, long nowMicros) {
        Batch batch = new Batch();
        batch.insert(Schema.WRITERS, row -> row.put(ID, writer.value()).put(LABEL, label));
        batch.insert(Schema.WRITER_LOCKS, row -> row.put(ID, writer.value()).put(REGISTERED, nowMicros));
        try (ClusterTransaction transaction = cluster.begin(life)) {
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
     * All that are not fenced, and those whose fence has begun while their transactions hold their locks. Trying a lock is
     * harmless only for the latter, who are refused anyway: a transaction of another one that begins at that moment would
     * take the lock for a fence's.
     */
    List<Writer> open() {
        List<Writer> all = new ArrayList<>(all());
        Set<WriterId> unfenced = all.stream().map(Writer::id).collect(Collectors.toSet());
        try (ClusterTransaction transaction = cluster.begin(life)) {
            List<WriterId> halfFenced = transaction
                    .scan(Scan.inOrder(
                            Schema.WRITER_LOCKS,
                            Schema.IN_ORDER,
                            Range.all(),
                            Scan.UNLIMITED,
                            row -> new WriterId(row.getLong(ID))))
                    .stream()
                    .filter(writer -> !unfenced.contains(writer))
                    .toList();
            Batch batch = new Batch();
            Map<WriterId, Read<Boolean>> locks = new LinkedHashMap<>();
            halfFenced.forEach(writer -> locks.put(writer, readLock(batch, writer)));
            transaction.execute(batch);
            locks.forEach((writer, lock) -> {
                if (lock.isTaken()) {
                    all.add(new Writer(writer, ""));
                }
            });
        }
        return all;
    }

    private static Read<Boolean> readLock(Batch batch, WriterId writer) {
        return batch.read(Schema.WRITER_LOCKS, key -> key.put(ID, writer.value()), ReadLock.EXCLUSIVE_NOW, row -> true);
    }

    /** Adds to a batch what admits a writer's transaction. */
    static Admitting admit(Batch batch, WriterId writer) {
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
            Batch batch = new Batch();
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
            Batch look = new Batch();
            Read<Boolean> lock = readLock(look, writer);
            transaction.execute(look);
            if (lock.row().isPresent()) {
                Batch delete = new Batch();
                delete.delete(Schema.WRITER_LOCKS, key -> key.put(ID, writer.value()));
                transaction.commit(delete);
            }
            return !lock.isTaken();
        }
    }
}
