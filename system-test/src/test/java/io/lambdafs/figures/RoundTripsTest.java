package io.lambdafs.figures;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Stores;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a NameNode waits for PostgreSQL, which is most of what an operation without a cache takes. */
final class RoundTripsTest {
    @Test
    void ofPostgres(@TempDir Path directory) {
        EmbeddedPostgres server = EmbeddedPostgres.at(directory);
        server.start(0);
        try (MetadataStore postgres = Stores.open(CountingSockets.counted(server.storeConfig(1)))) {
            RoundTrips.assertAsPromised(postgres, CountingSockets::sent);
        } finally {
            server.stop();
        }
    }
}
