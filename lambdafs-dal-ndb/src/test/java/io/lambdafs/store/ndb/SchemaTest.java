package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.Cluster;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.SqlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The schema: as the documentation has it, and what becomes of databases of other versions. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class SchemaTest {
    private static final int OPENED_AT_ONCE = 4;
    private static final Path PAGE = Path.of("..", "docs", "ndb.md");

    @Test
    void documentedSql_isTheSchema() throws IOException {
        String sql = Schema.TABLES.stream().map(SqlText::create).collect(Collectors.joining("\n"));
        String page = Files.readString(PAGE);
        int begin = page.indexOf("```sql\n") + "```sql\n".length();
        assertThat(page.substring(begin, page.indexOf("```", begin)))
                .as("docs/ndb.md, between the marks of its SQL block, must be:\n" + sql)
                .isEqualTo(sql);
    }

    @Test
    void storesOpenedAtOnce_makeOneFileSystem() throws Exception {
        NdbFixture fixture = NdbFixture.create();
        ExecutorService processes = Executors.newFixedThreadPool(OPENED_AT_ONCE);
        try {
            List<Future<ClusterIdentity>> opened = new ArrayList<>();
            for (int i = 0; i < OPENED_AT_ONCE; i++) {
                opened.add(processes.submit(() -> {
                    try (MetadataStore store = fixture.open(Bounds.defaults())) {
                        return store.identity();
                    }
                }));
            }
            Set<ClusterIdentity> identities = new HashSet<>();
            for (Future<ClusterIdentity> store : opened) {
                identities.add(store.get(2, TimeUnit.MINUTES));
            }
            assertThat(identities).hasSize(1);
        } finally {
            processes.shutdownNow();
            fixture.close();
        }
    }

    @Test
    void databaseOfANewerProgram_isRefused() {
        NdbFixture fixture = NdbFixture.create();
        StoreConfig config = fixture.config(Bounds.defaults());
        fixture.open(Bounds.defaults()).close();
        try (Cluster cluster = Cluster.connect(ClusterAddress.of(config.url()), config);
                ClusterTransaction transaction = cluster.begin(config.bounds().transaction())) {
            Batch batch = new Batch();
            batch.update(
                    Schema.IDENTITY,
                    row -> row.put(0, 1)
                            .put(1, Schema.VERSION + 1)
                            .put(2, 1)
                            .put(3, "c")
                            .put(4, "b")
                            .put(5, 1L));
            transaction.commit(batch);
        }
        StoreException refused = catchThrowableOfType(StoreException.class, () -> fixture.open(Bounds.defaults()));
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        fixture.close();
    }

    @Test
    void wrongUrl_isRefused() {
        StoreException refused = catchThrowableOfType(StoreException.class, () -> ClusterAddress.of("ndb://host:1186"));
        assertThat(refused).hasMessageContaining("ndb://HOST:PORT/DATABASE");
    }
}
