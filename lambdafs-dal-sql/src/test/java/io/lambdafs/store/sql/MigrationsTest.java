package io.lambdafs.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks how a schema comes to be, and that one of another time is refused. */
@Tag("any-release")
class MigrationsTest {
    private final PostgresFixture fixture = PostgresFixture.create();

    @AfterEach
    void drop() {
        fixture.close();
    }

    @Test
    void processesThatOpenAtOnce_makeOneFileSystem() throws Exception {
        ExecutorService processes = Executors.newCachedThreadPool();
        try {
            Callable<ClusterIdentity> process = () -> {
                try (MetadataStore store = fixture.open(Bounds.defaults())) {
                    return store.identity();
                }
            };
            Set<ClusterIdentity> seen = new HashSet<>();
            for (Future<ClusterIdentity> opened : processes.invokeAll(List.of(process, process, process, process))) {
                seen.add(opened.get());
            }
            assertThat(seen).hasSize(1);
        } finally {
            processes.shutdownNow();
        }
    }

    @Test
    void olderSchema_isMigratedWithItsRows() throws Exception {
        fixture.execute(firstLayout());
        fixture.execute("CREATE TABLE schema_version"
                + " (version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT clock_timestamp());"
                + "INSERT INTO schema_version (version) VALUES (1);"
                + "INSERT INTO inodes VALUES (20001, 16385, 'old', true, 488, 'alice', 'staff', 5, 0, 0, 0, 0);"
                + "INSERT INTO inodes VALUES (20002, 20001, 'file', false, 420, 'alice', 'staff', 5, 0, 1, 100, 7)");
        String blockPool = fixture.query("SELECT block_pool_id FROM identity");

        try (MetadataStore store = fixture.open(Bounds.defaults());
                Transaction tx = store.beginRead()) {
            assertThat(store.identity().blockPoolId()).isEqualTo(blockPool);
            INodeKey key = new INodeKey(INodeId.ROOT, Name.of("old"));
            Attributes attributes = new Attributes("alice", "staff", new Permission(0750), 5, 0);
            assertThat(tx.inodes().get(new INodeId(20_001)))
                    .contains(new Directory(new INodeId(20_001), key, attributes, 1, false));
        }
        try (MetadataStore store = fixture.open(Bounds.defaults())) {
            giveFeaturesAndADetail(store, new INodeId(20_002));
        }
        assertThat(fixture.query("SELECT string_agg(version::text, ' ' ORDER BY version) FROM schema_version"))
                .isEqualTo("1 2 3 4 5 6 7");
    }

    /** What inodes have since version 7. */
    private static void giveFeaturesAndADetail(MetadataStore store, INodeId id) {
        Features features = Features.NONE.withStoragePolicy(7).withXAttrs(new XAttrSummary(1, 1, false));
        Detail detail = new Detail(new DetailKey(id, DetailKind.EXTENDED_ATTRIBUTE, 3), new byte[] {5});
        try (Transaction tx = store.beginWrite(store.registerWriter("w"))) {
            INode file = tx.inodes().get(id).orElseThrow();
            assertThat(file.attributes().features()).isEqualTo(Features.NONE);
            tx.inodes().update(file.withAttributes(file.attributes().withFeatures(features)));
            tx.details().put(detail);
            tx.commit();
        }
        try (Transaction tx = store.beginRead()) {
            assertThat(tx.inodes().get(id))
                    .map(file -> file.attributes().features())
                    .contains(features);
            assertThat(tx.details().get(List.of(detail.key()))).containsExactly(detail);
        }
    }

    /** Here the process waits for its turn; a step that counts a large namespace takes as long. */
    @Test
    void migration_mayTakeLongerThanAnAnswerToARequest() throws Exception {
        Bounds impatient = new Bounds(Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(1));
        ExecutorService holder = Executors.newSingleThreadExecutor();
        try {
            // The driver gives an answer up after these bounds and five seconds.
            Future<?> held = holder.submit(() -> fixture.execute("BEGIN; SELECT pg_advisory_xact_lock("
                    + Migrations.LOCK + "); CREATE TABLE holds (); SELECT pg_sleep(8); COMMIT"));
            while (fixture.query("SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory' AND granted")
                    .equals("0")) {
                Thread.onSpinWait();
            }
            try (MetadataStore store = fixture.open(impatient)) {
                assertThat(store.identity().blockPoolId()).isNotEmpty();
            }
            held.get();
        } finally {
            holder.shutdownNow();
        }
    }

    private static String firstLayout() throws IOException {
        try (InputStream script = Migrations.class.getResourceAsStream("V1.sql")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void newerSchema_isRefused() {
        fixture.open(Bounds.defaults()).close();
        fixture.execute("INSERT INTO schema_version (version) VALUES (99)");
        assertThatThrownBy(() -> fixture.open(Bounds.defaults()))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INCOMPATIBLE))
                .hasMessageContaining("use the newer program");
    }

    @Test
    void wrongPassword_isIncompatible_andNotPrinted() {
        StoreConfig right = fixture.config(Bounds.defaults());
        StoreConfig wrong = new StoreConfig(right.url(), right.user(), "wrong-secret", 1, right.bounds());
        assertThatThrownBy(() -> Stores.open(wrong))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INCOMPATIBLE))
                .hasMessageContaining("check the database's name, the user and the password")
                .hasMessageNotContaining("wrong-secret");
    }

    @Test
    void noServer_isUnavailable() {
        StoreConfig nowhere =
                new StoreConfig("jdbc:postgresql://127.0.0.1:1/x", "u", "any-password", 1, Bounds.defaults());
        assertThatThrownBy(() -> Stores.open(nowhere))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
                .hasMessageContaining("check that PostgreSQL runs")
                .hasMessageContaining("127.0.0.1:1");
    }

    @Test
    void connectionErrors_haveNoUrlAndNoPassword_howeverDeep() {
        for (String url : List.of(
                "jdbc:postgresql://127.0.0.1:1/x?password=secret-in-url",
                "jdbc:postgresql://127.0.0.1:1:2/x?password=secret-in-url",
                "jdbc:postgresql://u:secret-in-url@127.0.0.1:1/x",
                "jdbc:postgresql://127.0.0.1:1/x?sslmode=secret-in-url",
                "jdbc:mysql://127.0.0.1:1/x?password=secret-in-url")) {
            StoreConfig config = new StoreConfig(url, "u", "secret-password", 1, Bounds.defaults());
            StringWriter all = new StringWriter();
            assertThatThrownBy(() -> Stores.open(config))
                    .isInstanceOf(StoreException.class)
                    .satisfies(e -> e.printStackTrace(new PrintWriter(all)));
            assertThat(all + config.toString())
                    .as(url)
                    .doesNotContain("secret-")
                    .doesNotContain(url)
                    .doesNotContain(url.substring("jdbc:".length()));
        }
    }
}
