package io.lambdafs.store.ndb;

import io.lambdafs.store.IdRange;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.time.Duration;
import java.util.Optional;

/** The sequences of the store, a row each. */
final class Sequences {
    /** Names writers. */
    static final String WRITER = "WRITER";
    /** Tells apart commands of one moment. */
    static final String COMMAND = "COMMAND";
    /** The commit sequence number of the store from which the content was moved; nothing is taken from it. */
    static final String COMMIT = "COMMIT";

    private static final int MOST_ATTEMPTS = 4;
    private static final int NAME = 0;
    private static final int NEXT = 1;

    private final NdbCluster cluster;
    private final Duration life;

    Sequences(NdbCluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Hands out the next numbers of a sequence. */
    IdRange reserve(String name, int count) {
        return reserve(name, count, Long.MIN_VALUE);
    }

    /** Hands out the next numbers of a sequence from this one on; asks again when many others were first. */
    IdRange reserve(String name, int count, long floor) {
        for (int attempt = 1; ; attempt++) {
            try (ClusterTransaction transaction = cluster.begin(life)) {
                return reserve(transaction, name, count, floor);
            } catch (StoreException e) {
                if (e.kind() != Kind.CONFLICT || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** The next number of a sequence, if there is one with this name. */
    Optional<Long> next(String name) {
        OperationBatch look = new OperationBatch();
        Read<Long> next =
                look.read(Schema.SEQUENCES, key -> key.put(NAME, name), ReadLock.NONE, row -> row.getLong(NEXT));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(look);
        }
        return next.row();
    }

    /** Adds what makes this the next number of a sequence. */
    static void put(OperationBatch batch, String name, long next) {
        batch.put(Schema.SEQUENCES, row -> row.put(NAME, name).put(NEXT, next));
    }

    private static IdRange reserve(ClusterTransaction transaction, String name, int count, long floor) {
        OperationBatch look = new OperationBatch();
        Read<Long> next =
                look.read(Schema.SEQUENCES, key -> key.put(NAME, name), ReadLock.EXCLUSIVE, row -> row.getLong(NEXT));
        transaction.execute(look);
        long first =
                next.row().orElseThrow(() -> new StoreException(Kind.INTERNAL, "the store has no sequence " + name));
        IdRange range = new IdRange(Math.max(first, floor), count);
        OperationBatch take = new OperationBatch();
        take.update(Schema.SEQUENCES, row -> row.put(NAME, name).put(NEXT, range.first() + range.count()));
        transaction.commit(take);
        return range;
    }
}
