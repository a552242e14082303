package io.lambdafs.store.ndb.cluster;

import java.time.Duration;

/**
 * The first use of the NDB API in a process. Its Java binding looks each of its own classes up when it is first needed, and
 * not so that threads may do that at the same time: to one of them it then gives null instead of an object. So one thread
 * does everything once before there are others.
 */
public final class Rehearsal {
    private Rehearsal() {}

    /**
     * Carries out what transactions consist of, and rolls it back. Nothing else in the process may use the NDB API meanwhile.
     *
     * @param scan of an index, with bounds
     * @param batch with a read that does not wait for a lock, and a deletion
     */
    public static void run(Cluster cluster, Duration life, Scan<?> scan, Batch batch) {
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.scan(scan);
            transaction.execute(batch);
        }
    }
}
