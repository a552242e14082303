package io.lambdafs.store.ndb;

import static io.lambdafs.store.ndb.cluster.ColumnDefinition.bigint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import io.lambdafs.store.Transaction;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.ndb.NdbMigrations.Migration;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import io.lambdafs.store.ndb.cluster.SqlText;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        Set<ClusterIdentity> identities = ConcurrentHashMap.newKeySet();
        atOnce(() -> {
            try (MetadataStore store = fixture.open(Bounds.defaults())) {
                identities.add(store.identity());
            }
        });
        assertThat(identities).hasSize(1);
        fixture.close();
    }

    @Test
    void databaseOfANewerProgram_isRefused() {
        NdbFixture fixture = NdbFixture.create();
        StoreConfig config = fixture.config(Bounds.defaults());
        fixture.open(Bounds.defaults()).close();
        try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config);
                ClusterTransaction transaction = cluster.begin(config.bounds().transaction())) {
            OperationBatch batch = new OperationBatch();
            batch.update(
                    Schema.IDENTITY,
                    row -> row.put(0, 1)
                            .put(1, Schema.FIRST_VERSION + Schema.MIGRATIONS.size() + 1)
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
    void databaseOfAnOlderProgram_isMigrated_onceByThoseWhoOpenItTogether() throws Exception {
        TableDefinition more = new TableDefinition("more", List.of(bigint("id"), bigint("value")), 1, 1, List.of());
        List<Migration> migrations = new ArrayList<>(Schema.MIGRATIONS);
        int known = migrations.size();
        migrations.add(new Migration(
                List.of(more), batch -> batch.insert(more, row -> row.put(0, 1L).put(1, 10L))));
        migrations.add(new Migration(
                List.of(), batch -> batch.insert(more, row -> row.put(0, 2L).put(1, 20L))));
        NdbFixture fixture = NdbFixture.create();
        StoreConfig config = fixture.config(Bounds.defaults());
        ClusterIdentity identity;
        try (MetadataStore older = fixture.open(Bounds.defaults())) {
            identity = older.identity();
        }
        try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config)) {
            Duration life = config.bounds().transaction();
            atOnce(() ->
                    assertThat(NdbMigrations.apply(cluster, life, migrations)).isEqualTo(identity));
            assertThat(NdbMigrations.apply(cluster, life, migrations)).isEqualTo(identity);
            OperationBatch batch = new OperationBatch();
            List<Read<Long>> values = Stream.of(1L, 2L)
                    .map(id -> batch.read(more, key -> key.put(0, id), ReadLock.NONE, row -> row.getLong(1)))
                    .toList();
            try (ClusterTransaction transaction = cluster.begin(life)) {
                transaction.commit(batch);
            }
            assertThat(values).extracting(Read::row).containsExactly(Optional.of(10L), Optional.of(20L));
            SchemaEditor.drop(cluster, List.of(more));
        }
        StoreException refused = catchThrowableOfType(StoreException.class, () -> fixture.open(Bounds.defaults()));
        assertThat(refused)
                .as("what an older program is told")
                .hasMessageContaining("has version " + (Schema.FIRST_VERSION + known + 2));
        fixture.close();
    }

    @Test
    void databaseOfVersion4_getsFeaturesAndDetails_andKeepsItsRows() {
        NdbFixture fixture = NdbFixture.create();
        StoreConfig config = fixture.config(Bounds.defaults());
        Directory old = new Directory(
                new INodeId(20_001),
                new INodeKey(INodeId.ROOT, Name.of("old")),
                new Attributes("u", "g", new Permission(01750), 5, 0));
        INode changed = old.withAttributes(
                old.attributes().withFeatures(Features.NONE.withXAttrs(new XAttrSummary(1, 1, false))));
        Detail detail = new Detail(new DetailKey(old.id(), DetailKind.EXTENDED_ATTRIBUTE, 3), new byte[] {5});
        try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config)) {
            Duration life = config.bounds().transaction();
            NdbMigrations.apply(cluster, life, Schema.MIGRATIONS.subList(0, 3));
            assertThat(cluster.hasTable(Schema.INODE_FEATURES)).isFalse();
            OperationBatch batch = new OperationBatch();
            batch.insert(Schema.INODES, row -> NdbINodeRows.write(row, old));
            batch.insert(Schema.INODE_KEYS, row -> NdbINodeRows.writePlace(row, old.id(), old.key()));
            try (ClusterTransaction transaction = cluster.begin(life)) {
                transaction.commit(batch);
            }
        }
        try (MetadataStore store = fixture.open(Bounds.defaults())) {
            try (Transaction tx = store.beginWrite(store.registerWriter("w"))) {
                assertThat(tx.inodes().get(old.id())).contains(old);
                tx.inodes().update(changed);
                tx.details().put(detail);
                tx.commit();
            }
            try (Transaction tx = store.beginRead()) {
                assertThat(tx.inodes().get(old.id())).contains(changed);
                assertThat(tx.details().get(List.of(detail.key()))).containsExactly(detail);
            }
        } finally {
            fixture.close();
        }
    }

    /** As the table of roles, which had no index before version 4. */
    @Test
    void indexOfALaterVersion_isMadeForATableWithRows() {
        TableDefinition earlier =
                new TableDefinition("roles", Schema.ROLES.columns(), Schema.ROLES.keyColumns(), 1, List.of());
        NdbFixture fixture = NdbFixture.create();
        StoreConfig config = fixture.config(Bounds.defaults());
        StoreConfig other = fixture.config(Bounds.defaults());
        Duration life = config.bounds().transaction();
        try (NdbCluster maker = NdbCluster.connect(ClusterAddress.of(config.url()), config)) {
            SchemaEditor.create(maker, List.of(earlier));
            OperationBatch batch = new OperationBatch();
            batch.insert(earlier, row -> row.put(0, "role").put(1, "owner").put(2, 1L));
            try (ClusterTransaction transaction = maker.begin(life)) {
                transaction.commit(batch);
            }
        }
        try (NdbCluster user = NdbCluster.connect(ClusterAddress.of(other.url()), other)) {
            SchemaEditor.create(user, List.of(Schema.ROLES));
            assertThat(MovedTables.of(MoveTable.ROLES, user, life).page(Optional.empty(), 2))
                    .containsExactly(new MoveRow.RoleRow("role", "owner", 1));
        } finally {
            fixture.close();
        }
    }

    @Test
    void tableWithAnotherPartitioning_isRefused() {
        TableDefinition byParent =
                new TableDefinition("parted", List.of(bigint("parent"), bigint("name")), 2, 1, List.of());
        TableDefinition byBoth = new TableDefinition("parted", byParent.columns(), 2, 2, List.of());
        NdbFixture fixture = NdbFixture.create();
        StoreConfig config = fixture.config(Bounds.defaults());
        // Each connection takes another section of the cluster's configuration.
        StoreConfig other = fixture.config(Bounds.defaults());
        try (NdbCluster maker = NdbCluster.connect(ClusterAddress.of(config.url()), config);
                NdbCluster user = NdbCluster.connect(ClusterAddress.of(other.url()), other)) {
            SchemaEditor.create(maker, List.of(byBoth));
            OperationBatch batch = new OperationBatch();
            batch.insert(byParent, row -> row.put(0, 1L).put(1, 1L));
            try (ClusterTransaction transaction = user.begin(config.bounds().transaction())) {
                StoreException refused = catchThrowableOfType(StoreException.class, () -> transaction.commit(batch));
                assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
                assertThat(refused).hasMessageContaining("parted").hasMessageContaining("partition");
            } finally {
                SchemaEditor.drop(maker, List.of(byBoth));
            }
        }
    }

    private static void atOnce(ThrowingRunnable work) throws Exception {
        ExecutorService processes = Executors.newFixedThreadPool(OPENED_AT_ONCE);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < OPENED_AT_ONCE; i++) {
                running.add(processes.submit(() -> {
                    work.run();
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(2, TimeUnit.MINUTES);
            }
        } finally {
            processes.shutdownNow();
        }
    }

    /** What several do. */
    @FunctionalInterface
    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    @Test
    void wrongUrl_isRefused() {
        StoreException refused = catchThrowableOfType(StoreException.class, () -> ClusterAddress.of("ndb://host:1186"));
        assertThat(refused).hasMessageContaining("ndb://HOST:PORT/DATABASE");
    }
}
