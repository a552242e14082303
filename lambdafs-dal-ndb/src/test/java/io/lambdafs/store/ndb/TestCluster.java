package io.lambdafs.store.ndb;

import io.lambdafs.testkit.ndb.LocalNdbCluster;

/**
 * The cluster that the tests of this JVM share: one that is named by {@code NDB_CONNECTSTRING}, or, where {@code
 * LAMBDAFS_TEST_NDB=start} asks for it, one that is started for them. It is not started unasked: to API nodes of some
 * builds a cluster that had just been started did not answer, and why is not known.
 */
final class TestCluster {
    static final String REASON = "NDB tests are not run: NDB_CONNECTSTRING names no cluster, nor does"
            + " LAMBDAFS_TEST_NDB=start ask for one";

    private static final String CONNECT_STRING = find();

    private TestCluster() {}

    private static String find() {
        String named = System.getenv().getOrDefault("NDB_CONNECTSTRING", "");
        if (!named.isEmpty()) {
            return named;
        }
        if (!System.getenv().getOrDefault("LAMBDAFS_TEST_NDB", "").equals("start")) {
            return "";
        }
        return LocalNdbCluster.start(1)
                .map(cluster -> {
                    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
                    return cluster.connectString();
                })
                .orElse("");
    }

    /** Whether there is one; says on the console if not. */
    static boolean isThere() {
        if (CONNECT_STRING.isEmpty()) {
            System.err.println(REASON);
        }
        return !CONNECT_STRING.isEmpty();
    }

    /** Where its management server is. */
    static String connectString() {
        return CONNECT_STRING;
    }
}
