package io.lambdafs.store.ndb;

import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.util.Optional;

/**
 * The cluster that the tests of this JVM share: one that is named by {@code NDB_CONNECTSTRING}, or one that is started for
 * them where {@code LAMBDAFS_TEST_NDB=start} asks for it and there are programs to start one with.
 *
 * <p>It is not started unasked: now and then all connections of a JVM find the management server but no data node, from
 * some connection on and for good, while other processes find both. Why is not known.
 */
public final class TestCluster {
    public static final String REASON =
            "NDB_CONNECTSTRING names no cluster, and LAMBDAFS_TEST_NDB=start does not ask for one";

    private static final String NAMED = System.getenv().getOrDefault("NDB_CONNECTSTRING", "");
    private static final Optional<LocalNdbCluster> STARTED =
            NAMED.isEmpty() && mayStart() ? LocalNdbCluster.start(1) : Optional.empty();

    private TestCluster() {}

    /** Whether tests may start clusters. */
    static boolean mayStart() {
        return System.getenv().getOrDefault("LAMBDAFS_TEST_NDB", "").equals("start") && LocalNdbCluster.canStart();
    }

    /** Whether there is one. */
    public static boolean isThere() {
        return !NAMED.isEmpty() || STARTED.isPresent();
    }

    /** Where its management server is, for one connection. */
    public static String connectString() {
        return STARTED.map(LocalNdbCluster::nextConnectString).orElse(NAMED);
    }
}
