package io.lambdafs.store.ndb;

import io.lambdafs.figures.RoundTrips;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** How often a NameNode waits for NDB, which is most of what an operation without a cache takes. */
@EnabledIf(value = "io.lambdafs.testkit.ndb.LocalNdbCluster#mayStart", disabledReason = LocalNdbCluster.REASON)
final class NdbRoundTripsTest {
    private static final int MOST_HINTS = 1_000;

    @Test
    void ofNdb_withTheDirectoriesOnThePathKnown() {
        try (LocalNdbCluster cluster = LocalNdbCluster.start(1).orElseThrow();
                NdbMetadataStore ndb = NdbMetadataStore.open(config(cluster), MOST_HINTS)) {
            RoundTrips.assertAsPromised(ndb, ndb::roundTrips);
        }
    }

    static StoreConfig config(LocalNdbCluster cluster) {
        return new StoreConfig("ndb://" + cluster.nextConnectString() + "/figures", "", "", 12, Bounds.defaults());
    }
}
