package io.lambdafs.coordinator.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.testkit.coherence.RoundLatency;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A data node killed while members lead rounds. Takes a minute, so it is run by its name: {@code
 * -Dtest=CoordinatorNodeFaults}. Prints how long the longest round took.
 */
final class CoordinatorNodeFaults {
    private static final int SECOND = 3;
    private static final int MEMBERS = 3;
    private static final int ROUNDS = 300;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration SESSION = Duration.ofSeconds(10);

    @Test
    void oneOfTwoNodesKilledAndBroughtBack_everyRoundCompletes() throws Exception {
        try (LocalNdbCluster nodes = LocalNdbCluster.start(2)
                .orElseThrow(
                        () -> new IllegalStateException("NDB_PROGRAMS names no directory with ndb_mgmd and ndbmtd"))) {
            StoreConfig config = new StoreConfig(
                    "ndb://" + nodes.connectString() + "/faults", "", "", 16, StoreConfig.Bounds.defaults());
            try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config)) {
                NdbCoordinator.over(cluster, SESSION, SESSION, System::nanoTime).close();
                NdbSession.Settings settings = new NdbSession.Settings(
                        NdbCoordinator.transactions(cluster, SESSION),
                        Events.of(cluster),
                        System::nanoTime,
                        SESSION,
                        SESSION);
                try (RoundLatency members = RoundLatency.join(MEMBERS, () -> NdbCoordinator.start(settings))) {
                    lead(members, "two nodes");
                    Thread killer = new Thread(() -> nodes.kill(SECOND));
                    killer.start();
                    lead(members, "one node killed");
                    killer.join();
                    Thread starter = new Thread(() -> {
                        nodes.restart(SECOND);
                        nodes.awaitStarted(SECOND);
                    });
                    starter.start();
                    while (starter.isAlive()) {
                        lead(members, "it is brought back");
                    }
                    lead(members, "two nodes again");
                }
            }
        }
    }

    /** A round that does not complete within 20 s fails the test. */
    private static void lead(RoundLatency members, String when) throws Exception {
        long[] nanos = members.measure(ROUNDS, 1, PAUSE);
        assertThat(nanos).hasSize(ROUNDS);
        System.out.println(
                when + ": " + members.describe(nanos, 1) + ", longest " + nanos[ROUNDS - 1] / 1_000_000 + " ms");
    }
}
