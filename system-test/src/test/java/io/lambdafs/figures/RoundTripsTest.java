package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** How often a NameNode waits for its store, which is most of what an operation without a cache takes. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class RoundTripsTest {
    private static final int REPEATS = 21;
    private static final int STAT = 1;
    private static final int CREATE = 4;

    @Test
    void ofNdb_withTheDirectoriesOnThePathKnown() {
        NdbFixture fixture = NdbFixture.create();
        try (NdbMetadataStore ndb = NdbMetadataStore.open(fixture.config(Bounds.defaults()), 1_000)) {
            assertRoundTrips(ndb, ndb::roundTrips);
        } finally {
            fixture.close();
        }
    }

    @Test
    void ofPostgres(@TempDir Path directory) {
        EmbeddedPostgres server = EmbeddedPostgres.at(directory);
        server.start(0);
        try (MetadataStore postgres = Stores.open(CountingSockets.counted(server.storeConfig(1)))) {
            assertRoundTrips(postgres, CountingSockets::sent);
        } finally {
            server.stop();
        }
    }

    private static void assertRoundTrips(MetadataStore store, LongSupplier roundTrips) {
        MeasuredNameNode nameNode = new MeasuredNameNode(store);
        MeasuredStore.fill(nameNode, store, roundTrips, 0);
        long[] ofStat = new long[REPEATS];
        long[] ofCreate = new long[REPEATS];

        for (int i = 0; i < REPEATS; i++) {
            String file = MeasuredStore.PATH + "/new-" + i;
            ofStat[i] = roundTripsOf(roundTrips, () -> nameNode.stat(MeasuredStore.PATH));
            ofCreate[i] = roundTripsOf(roundTrips, () -> nameNode.create(file));
        }

        assertThat(usual(ofStat)).as("round trips of a stat").isEqualTo(STAT);
        assertThat(usual(ofCreate)).as("round trips of a create").isEqualTo(CREATE);
    }

    private static long roundTripsOf(LongSupplier roundTrips, Runnable operation) {
        long before = roundTrips.getAsLong();
        operation.run();
        return roundTrips.getAsLong() - before;
    }

    /** The median: now and then numbers are reserved or a statement is prepared besides. */
    private static long usual(long[] counts) {
        long[] sorted = counts.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
