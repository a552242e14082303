package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Data nodes killed under load. Takes minutes, so it is run by its name: {@code -Dtest=NodeFaults}. Prints how long the load
 * stood still.
 */
final class NodeFaults {
    private static final int FIRST = 2;
    private static final int SECOND = 3;
    private static final Duration BOUND = Duration.ofMinutes(3);

    @Test
    void oneNodeKilledAndBroughtBack_losesNothing_andRunsNothingTwice() {
        try (LocalNdbCluster cluster = start();
                MetadataStore store = open(cluster);
                Load load = Load.start(store)) {
            load.awaitMore(200, BOUND);
            cluster.kill(SECOND);
            load.awaitMore(500, BOUND);
            cluster.restart(SECOND);
            load.awaitMore(500, BOUND);
            load.stop();
            say("one of two data nodes killed and brought back", load);
            assertThat(load.missing()).as("acknowledged, but not there").isEmpty();
            assertThat(load.doubled()).as("carried out twice").isEmpty();
        }
    }

    @Test
    void bothNodesKilledAndRestarted_goOn_withWhatWasOnDisk() throws InterruptedException {
        try (LocalNdbCluster cluster = start();
                MetadataStore store = open(cluster);
                Load load = Load.start(store)) {
            load.awaitMore(200, BOUND);
            load.pauseLongerThanACheckpoint();
            long durable = load.acknowledged();
            cluster.kill(FIRST);
            cluster.kill(SECOND);
            Thread second = new Thread(() -> cluster.restart(SECOND));
            second.start();
            cluster.restart(FIRST);
            second.join();
            load.awaitMore(200, BOUND);
            load.stop();
            say("both data nodes killed and restarted", load);
            assertThat(load.missingOfFirst(durable))
                    .as("on disk, but not there")
                    .isEmpty();
            assertThat(load.doubled()).as("carried out twice").isEmpty();
        }
    }

    private static LocalNdbCluster start() {
        return LocalNdbCluster.start(2)
                .orElseThrow(() -> new IllegalStateException("NDB_CLUSTER names no program that starts a cluster"));
    }

    private static MetadataStore open(LocalNdbCluster cluster) {
        return Stores.open(
                new StoreConfig("ndb://" + cluster.connectString() + "/faults", "", "", 8, Bounds.defaults()));
    }

    private static void say(String what, Load load) {
        System.out.println(what + ": " + load.acknowledged() + " writes acknowledged, the longest time without one "
                + load.longestGap().toMillis() + " ms, " + load.missing().size() + " lost, "
                + load.doubled().size() + " carried out twice");
    }
}
