package io.lambdafs.store.ndb;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import java.time.Duration;
import java.util.Optional;

/** The recorded number of deployments, a table of one row. */
final class Deployments {
    private static final int ONLY_ROW = 0;
    private static final int NUMBER = 1;

    private final NdbCluster cluster;
    private final Duration life;

    Deployments(NdbCluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** What is recorded; this, if nothing was. */
    int recordedOr(int first) {
        Optional<Integer> recorded = recorded();
        if (recorded.isPresent()) {
            return recorded.get();
        }
        OperationBatch record = new OperationBatch();
        // Of several processes at once one is first; the others find its row.
        record.insertIfAbsent(Schema.DEPLOYMENTS, row -> write(row, first));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(record);
        }
        return recorded().orElseThrow(() -> new StoreException(Kind.INTERNAL, "no number of deployments was recorded"));
    }

    private Optional<Integer> recorded() {
        OperationBatch look = new OperationBatch();
        Read<Integer> read =
                look.read(Schema.DEPLOYMENTS, key -> key.put(ONLY_ROW, 1), ReadLock.NONE, row -> row.getInt(NUMBER));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(look);
        }
        return read.row();
    }

    /** Records this number if that one is recorded; tells whether it was. */
    boolean change(int from, int to) {
        OperationBatch look = new OperationBatch();
        Read<Integer> read = look.read(
                Schema.DEPLOYMENTS, key -> key.put(ONLY_ROW, 1), ReadLock.EXCLUSIVE, row -> row.getInt(NUMBER));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.execute(look);
            if (read.row().filter(recorded -> recorded == from).isEmpty()) {
                return false;
            }
            OperationBatch change = new OperationBatch();
            change.update(Schema.DEPLOYMENTS, row -> write(row, to));
            transaction.commit(change);
            return true;
        }
    }

    private static void write(Row row, int number) {
        row.put(ONLY_ROW, 1).put(NUMBER, number);
    }
}
