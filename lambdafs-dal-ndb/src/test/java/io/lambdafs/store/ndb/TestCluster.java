package io.lambdafs.store.ndb;

import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.util.Optional;

/**
 * The cluster that the tests of this JVM share: one that is named by {@code NDB_CONNECTSTRING}, or else one that is started
 * for them, where there are programs to start one with.
 */
public final class TestCluster {
    public static final String REASON =
            "NDB_CONNECTSTRING names no cluster, and NDB_PROGRAMS no directory of programs that start one";

    private static final String NAMED = System.getenv().getOrDefault("NDB_CONNECTSTRING", "");
    private static final Optional<LocalNdbCluster> STARTED =
            NAMED.isEmpty() ? LocalNdbCluster.start(1) : Optional.empty();

    private TestCluster() {}

    /** Whether there is one. */
    public static boolean isThere() {
        return !NAMED.isEmpty() || STARTED.isPresent();
    }

    /** Where its management server is, for one connection. */
    public static String connectString() {
        return STARTED.map(LocalNdbCluster::nextConnectString).orElse(NAMED);
    }
}
