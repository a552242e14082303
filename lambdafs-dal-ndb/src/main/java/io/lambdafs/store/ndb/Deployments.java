package io.lambdafs.store.ndb;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.Cluster;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import java.time.Duration;
import java.util.Optional;

/** The recorded number of deployments, a table of one row. */
final class Deployments {
    private static final int ONLY_ROW = 0;
    private static final int NUMBER = 1;

    private final Cluster cluster;
    private final Duration life;

    Deployments(Cluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** What is recorded; this, if nothing was. */
    int recordedOr(int first) {
        Optional<Integer> recorded = recorded();
        if (recorded.isPresent()) {
            return recorded.get();
        }
        Batch record = new Batch();
        // Of several processes at once one is first; the others find its row.
        record.insertIfAbsent(Schema.DEPLOYMENTS, row -> write(row, first));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(record);
        }
        return recorded().orElseThrow(() -> new StoreException(Kind.INTERNAL, "no number of deployments was recorded"));
    }

    private Optional<Integer> recorded() {
        Batch look = new Batch();
        Read<Integer> read =
                look.read(Schema.DEPLOYMENTS, key -> key.put(ONLY_ROW, 1), ReadLock.NONE, row -> row.getInt(NUMBER));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(look);
        }
        return read.row();
    }

    /** Records this number if that one is recorded; tells whether it was. */
    boolean change(int from, int to) {
        Batch look = new Batch();
        Read<Integer> read = look.read(
                Schema.DEPLOYMENTS, key -> key.put(ONLY_ROW, 1), ReadLock.EXCLUSIVE, row -> row.getInt(NUMBER));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.execute(look);
            if (read.row().filter(recorded -> recorded == from).isEmpty()) {
                return false;
            }
            Batch change = new Batch();
            change.update(Schema.DEPLOYMENTS, row -> write(row, to));
            transaction.commit(change);
            return true;
        }
    }

    private static void write(Row row, int number) {
        row.put(ONLY_ROW, 1).put(NUMBER, number);
    }
}
