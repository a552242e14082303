package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What docs/ndb.md tells of a cluster with four data nodes, done under load: a backup, the loss of one node of each group, and a
 * rolling restart. Takes minutes, so it is run by its name: {@code -Dtest=FourDataNodes}. Prints how long the load stood still.
 */
final class FourDataNodes {
    private static final Duration BOUND = Duration.ofMinutes(3);
    private static final int FIRST_SERVER = 1;
    /** NDB puts nodes into groups by their numbers: 2 and 3, 4 and 5. */
    private static final List<Integer> ONE_OF_EACH_GROUP = List.of(3, 4);

    @Test
    void backup_lossOfOneNodeOfEachGroup_andRollingRestart_loseNothing() throws Exception {
        DocumentedLayout layout = DocumentedLayout.ofFourDataNodes();
        try (LocalNdbCluster cluster = LocalNdbCluster.start(layout)
                        .orElseThrow(() ->
                                new IllegalStateException("NDB_PROGRAMS names no directory with ndb_mgmd and ndbmtd"));
                MetadataStore store = open(cluster)) {
            during("a backup", store, load -> backUp(cluster, layout));
            during("the loss of one node of each group", store, load -> loseOneOfEachGroup(cluster, load));
            during("a rolling restart", store, load -> restartAll(cluster, layout));
        }
    }

    /** Something that is done to the cluster under this load. */
    private interface Deed {
        void run(NdbLoad load) throws IOException;
    }

    private static void during(String what, MetadataStore store, Deed deed) throws IOException {
        try (NdbLoad load = NdbLoad.start(store)) {
            load.awaitMore(200, BOUND);
            deed.run(load);
            load.awaitMore(200, BOUND);
            load.stop(BOUND);
            System.out.println(what + ": " + load.acknowledged() + " writes acknowledged and " + load.reads()
                    + " reads, the longest time without a write "
                    + load.longestGap().toMillis() + " ms");
            assertThat(load.missing()).as("acknowledged, but not there").isEmpty();
            assertThat(load.doubled()).as("carried out twice").isEmpty();
            assertThat(load.undeleted()).as("deleted, but there").isEmpty();
        }
    }

    private static void backUp(LocalNdbCluster cluster, DocumentedLayout layout) throws IOException {
        int number = cluster.backUp();
        for (int node : layout.dataNodes()) {
            try (Stream<Path> files = Files.walk(cluster.backup(number, node))) {
                assertThat(files.map(Path::toString))
                        .as("files of data node " + node)
                        .anyMatch(name -> name.endsWith(".ctl"))
                        .anyMatch(name -> name.endsWith(".Data"))
                        .anyMatch(name -> name.endsWith(".log"));
            }
        }
    }

    private static void loseOneOfEachGroup(LocalNdbCluster cluster, NdbLoad load) {
        ONE_OF_EACH_GROUP.forEach(cluster::kill);
        load.awaitMore(1_000, BOUND);
        ONE_OF_EACH_GROUP.forEach(cluster::restart);
        ONE_OF_EACH_GROUP.forEach(cluster::awaitStarted);
    }

    private static void restartAll(LocalNdbCluster cluster, DocumentedLayout layout) {
        cluster.kill(FIRST_SERVER);
        cluster.restartManagementServer(FIRST_SERVER);
        cluster.awaitSeenBy(FIRST_SERVER);
        layout.dataNodes().forEach(cluster::restartInOrder);
    }

    private static MetadataStore open(LocalNdbCluster cluster) {
        return Stores.open(
                new StoreConfig("ndb://" + cluster.connectString() + "/faults", "", "", 8, Bounds.defaults()));
    }
}
