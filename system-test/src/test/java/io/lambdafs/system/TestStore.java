package io.lambdafs.system;

import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The store that the systems of these tests have, as {@code -Dlambdafs.test.store} says. {@code rocks} is the stack's
 * own engine, and {@code postgres} its own PostgreSQL. {@code ndb} is a database each in an NDB cluster of two data
 * nodes, which is started for them unless {@code NDB_CONNECTSTRING} names one. Without that property it is the store
 * that a user gets without options. With {@code -Dlambdafs.test.coordinator=ndb} the cluster is their coordinator, too.
 */
final class TestStore {
    private static final String PROPERTY = "lambdafs.test.store";
    private static final String COORDINATOR_PROPERTY = "lambdafs.test.coordinator";
    private static final String NDB = "ndb";
    private static final String SCHEME = "ndb://";

    private TestStore() {}

    /** What {@code lambdafs start} is told about it. */
    static List<String> options() {
        String coordinator = System.getProperty(COORDINATOR_PROPERTY, "");
        if (coordinator.equals(NDB)) {
            return Stream.concat(ndbOptions().stream(), Stream.of("--coordinator", NDB))
                    .toList();
        }
        require(coordinator.isEmpty(), COORDINATOR_PROPERTY, coordinator, NDB);
        String store = System.getProperty(PROPERTY, "");
        return store.isEmpty() ? List.of() : options(store);
    }

    /**
     * The same for a store of this name.
     *
     * @throws IllegalArgumentException if there is no such name
     */
    static List<String> options(String store) {
        return switch (store) {
            case "rocks" -> List.of("--store", OwnStore.ROCKS.option());
            case "postgres" -> List.of("--store", OwnStore.EMBEDDED_POSTGRES.option());
            case NDB -> ndbOptions();
            default ->
                throw new IllegalArgumentException(
                        "a store of the tests is rocks, postgres or " + NDB + ", not " + store);
        };
    }

    private static void require(boolean holds, String property, String value, String known) {
        if (!holds) {
            throw new IllegalArgumentException("-D" + property + " can only be " + known + ", not " + value);
        }
    }

    /** As {@link #options()}, for a system that is to be on NDB in any case, and coordinated by ZooKeeper. */
    static List<String> ndbOptions() {
        return List.of(
                "--store",
                SCHEME + Cluster.connectString() + "/test_"
                        + UUID.randomUUID().toString().replace('-', '_'));
    }

    /** Whether this URL is of a database in an NDB cluster. */
    static boolean isNdb(String store) {
        return store.startsWith(SCHEME);
    }

    /** Kills a data node of the cluster and brings it back; the test is skipped if it is somebody else's cluster. */
    static void killAndRestartDataNode() {
        Assumptions.assumeTrue(
                Cluster.STARTED.isPresent(), "NDB_CONNECTSTRING names a cluster that tests may not harm");
        LocalNdbCluster cluster = Cluster.STARTED.get();
        cluster.kill(Cluster.SECOND_DATA_NODE);
        cluster.restart(Cluster.SECOND_DATA_NODE);
        cluster.awaitStarted(Cluster.SECOND_DATA_NODE);
    }

    /** Found or started when the first system asks for it. */
    private static final class Cluster {
        private static final int SECOND_DATA_NODE = 3;
        private static final String NAMED = System.getenv().getOrDefault("NDB_CONNECTSTRING", "");
        private static final Optional<LocalNdbCluster> STARTED =
                NAMED.isEmpty() ? LocalNdbCluster.start(2) : Optional.empty();

        private static String connectString() {
            if (NAMED.isEmpty() && STARTED.isEmpty()) {
                throw new IllegalStateException(
                        "the tests are to run on NDB, but no cluster is named by NDB_CONNECTSTRING and NDB_PROGRAMS"
                                + " names no directory of programs that start one");
            }
            return STARTED.map(LocalNdbCluster::connectString).orElse(NAMED);
        }
    }
}
