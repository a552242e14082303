package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.Ndb;
import com.mysql.ndbjtie.ndbapi.NdbOperation.OperationOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What one thread at a time needs to run one transaction; costly to open, so kept for the next one. */
final class ClusterSession {
    /** A transaction, and one more for each of its scans. */
    private static final int MOST_TRANSACTIONS = 64;

    private final Ndb ndb;
    private final RowMemory memory = new RowMemory();
    private final ByteBuffer partitionKey =
            ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    private final OperationOptions options = OperationOptions.create();

    private ClusterSession(Ndb ndb) {
        this.ndb = ndb;
    }

    static ClusterSession open(com.mysql.ndbjtie.ndbapi.Ndb_cluster_connection connection, String database) {
        Ndb ndb = Ndb.create(connection, database, NdbCluster.SCHEMA);
        if (ndb.init(MOST_TRANSACTIONS) != 0) {
            var failure = NdbErrors.translate(ndb.getNdbError());
            Ndb.delete(ndb);
            throw failure;
        }
        return new ClusterSession(ndb);
    }

    Ndb ndb() {
        return ndb;
    }

    RowMemory memory() {
        return memory;
    }

    /** The native form of a partition key, until the next one is asked for. */
    ByteBuffer partitionKey(long key) {
        return partitionKey.putLong(0, key);
    }

    OperationOptions options() {
        return options;
    }

    void close() {
        OperationOptions.delete(options);
        Ndb.delete(ndb);
    }
}
