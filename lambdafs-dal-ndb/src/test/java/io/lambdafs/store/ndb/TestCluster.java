package io.lambdafs.store.ndb;

import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.util.Optional;

/**
 * The cluster that the tests of this JVM share: one that is named by {@code NDB_CONNECTSTRING}, or one that is started for
 * them where there are programs to start one with. {@code LAMBDAFS_TEST_NDB=off} leaves out what would start one.
 */
public final class TestCluster {
    public static final String REASON = "NDB_CONNECTSTRING names no cluster, and " + LocalNdbCluster.REASON;

    private static final String NAMED = System.getenv().getOrDefault("NDB_CONNECTSTRING", "");

    private TestCluster() {}

    /** Whether there is one. */
    public static boolean isThere() {
        return !NAMED.isEmpty() || Shared.STARTED.isPresent();
    }

    /** Where its management server is, for one connection. */
    public static String connectString() {
        return Shared.STARTED.map(LocalNdbCluster::nextConnectString).orElse(NAMED);
    }

    /** What its management client answers to a command; empty if it was not started here. */
    public static Optional<String> administer(String command) {
        return Shared.STARTED.map(cluster -> cluster.administer(command));
    }

    /** Started when the first test asks for it: those that start clusters of their own do without. */
    private static final class Shared {
        private static final Optional<LocalNdbCluster> STARTED =
                NAMED.isEmpty() && LocalNdbCluster.mayStart() ? LocalNdbCluster.start(1) : Optional.empty();
    }
}
