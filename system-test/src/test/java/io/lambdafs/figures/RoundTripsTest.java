package io.lambdafs.figures;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Stores;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a NameNode waits for PostgreSQL, which is most of what an operation takes that asks it. */
final class RoundTripsTest {
    @Test
    void ofPostgres_withoutACache(@TempDir Path directory) {
        onPostgres(directory, store -> RoundTrips.assertAsPromised(store, CountingSockets::sent));
    }

    @Test
    void ofPostgres_whenItIsToldWhatToLock(@TempDir Path directory) {
        onPostgres(directory, store -> RoundTrips.assertForeseen(store, CountingSockets::sent));
    }

    private static void onPostgres(Path directory, Consumer<MetadataStore> measurement) {
        EmbeddedPostgres server = EmbeddedPostgres.at(directory);
        server.start(0);
        try (MetadataStore postgres = Stores.open(CountingSockets.counted(server.storeConfig(1)))) {
            measurement.accept(postgres);
        } finally {
            server.stop();
        }
    }
}
