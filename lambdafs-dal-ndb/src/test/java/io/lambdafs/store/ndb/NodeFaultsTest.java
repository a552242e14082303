package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** One or both of two data nodes killed under load. Prints how long the load stood still. */
@Tag("alone")
@Tag("long")
@EnabledIf(value = "io.lambdafs.testkit.ndb.LocalNdbCluster#mayStart", disabledReason = LocalNdbCluster.REASON)
final class NodeFaultsTest {
    private static final int FIRST = 2;
    private static final int SECOND = 3;
    private static final Duration BOUND = Duration.ofMinutes(2);
    /** How long nothing may be written when one node of two dies; as a rule it is less than a second. */
    private static final Duration GOES_ON_WITHIN = Duration.ofSeconds(5);
    /** With both nodes gone an answer may be missed, for which the NDB API waits two minutes. */
    private static final Duration BOUND_OF_A_RESTART = BOUND.multipliedBy(2);

    @Test
    void nodesKilledUnderLoad_loseNothingAcknowledged_andRunNothingTwice() {
        try (LocalNdbCluster cluster = LocalNdbCluster.start(2).orElseThrow();
                MetadataStore store = open(cluster)) {
            oneKilledAndBroughtBack(cluster, store);
            bothKilledAndRestarted(cluster, store);
        }
    }

    private static void oneKilledAndBroughtBack(LocalNdbCluster cluster, MetadataStore store) {
        try (NdbLoad load = NdbLoad.start(store)) {
            load.awaitMore(200, BOUND);
            cluster.kill(SECOND);
            load.awaitMore(300, BOUND);
            cluster.restart(SECOND);
            cluster.awaitStarted(SECOND);
            load.awaitMore(300, BOUND);
            // Now the other one: what it alone had meanwhile must have been copied.
            cluster.kill(FIRST);
            load.awaitMore(300, BOUND);
            cluster.restart(FIRST);
            cluster.awaitStarted(FIRST);
            load.stop(BOUND);
            say("one of two data nodes killed and brought back, then the other", load);
            assertThat(load.missing()).as("acknowledged, but not there").isEmpty();
            assertThat(load.longestGap()).as("longest time without a write").isLessThan(GOES_ON_WITHIN);
            assertThat(load.doubled()).as("carried out twice").isEmpty();
            assertThat(load.undeleted()).as("deleted, but there").isEmpty();
        }
    }

    private static void bothKilledAndRestarted(LocalNdbCluster cluster, MetadataStore store) {
        try (NdbLoad load = NdbLoad.start(store)) {
            load.awaitMore(200, BOUND);
            load.pauseLongerThanACheckpoint();
            long durable = load.acknowledged();
            load.newestMayBeGone();
            cluster.kill(FIRST);
            cluster.kill(SECOND);
            cluster.restart(SECOND);
            cluster.restart(FIRST);
            load.awaitMore(200, BOUND_OF_A_RESTART);
            load.stop(BOUND_OF_A_RESTART);
            say("both data nodes killed and restarted", load);
            assertThat(load.missingOfFirst(durable))
                    .as("on disk, but not there")
                    .isEmpty();
            assertThat(load.undeletedByFirst(durable))
                    .as("the deletion is on disk, but the directory is there")
                    .isEmpty();
            assertThat(load.doubled()).as("carried out twice").isEmpty();
        }
    }

    private static MetadataStore open(LocalNdbCluster cluster) {
        return Stores.open(
                new StoreConfig("ndb://" + cluster.connectString() + "/faults", "", "", 8, Bounds.defaults()));
    }

    private static void say(String what, NdbLoad load) {
        System.out.println(what + ": " + load.acknowledged() + " writes acknowledged and " + load.reads()
                + " reads, the longest time without a write "
                + load.longestGap().toMillis() + " ms, "
                + load.missing().size() + " lost, " + load.doubled().size() + " carried out twice");
    }
}
