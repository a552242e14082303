package io.lambdafs.system;

import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.util.List;
import java.util.UUID;

/**
 * The store that the systems of these tests have: the embedded PostgreSQL; or with {@code -Dlambdafs.test.store=ndb} a
 * database each in an NDB cluster, which is started for them unless {@code NDB_CONNECTSTRING} names one.
 */
final class TestStore {
    private static final String NDB = "ndb";

    private TestStore() {}

    /** What {@code lambdafs start} is told about it. */
    static List<String> options() {
        return System.getProperty("lambdafs.test.store", "").equals(NDB)
                ? List.of(
                        "--store",
                        "ndb://" + Cluster.CONNECT_STRING + "/test_"
                                + UUID.randomUUID().toString().replace('-', '_'))
                : List.of();
    }

    /** Found or started when the first system asks for it. */
    private static final class Cluster {
        private static final String CONNECT_STRING = find();

        private static String find() {
            String named = System.getenv().getOrDefault("NDB_CONNECTSTRING", "");
            if (!named.isEmpty()) {
                return named;
            }
            LocalNdbCluster cluster = LocalNdbCluster.start(1)
                    .orElseThrow(() -> new IllegalStateException(
                            "the tests are to run on NDB, but no cluster is named by NDB_CONNECTSTRING and NDB_CLUSTER"
                                    + " names no program that starts one"));
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
            return cluster.connectString();
        }
    }
}
