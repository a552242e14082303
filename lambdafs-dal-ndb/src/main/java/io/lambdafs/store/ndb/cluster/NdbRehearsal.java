package io.lambdafs.store.ndb.cluster;

import java.time.Duration;

/**
 * The first use of the NDB API in a process. Its Java binding looks each of its own classes up when it is first needed,
 * and this is not thread-safe. If two threads do it at the same time, one of them gets null instead of an object. So
 * one thread does everything once before there are others.
 */
public final class NdbRehearsal {
    private NdbRehearsal() {}

    /**
     * Carries out what transactions consist of, and rolls it back. Nothing else in the process may use the NDB API meanwhile.
     *
     * @param scan of an index, with bounds
     * @param batch with a read that does not wait for a lock, and a deletion
     */
    public static void run(NdbCluster cluster, Duration life, Scan<?> scan, OperationBatch batch) {
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.scan(scan);
            transaction.execute(batch);
        }
    }
}
