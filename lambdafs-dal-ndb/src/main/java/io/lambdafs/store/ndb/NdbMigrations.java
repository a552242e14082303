package io.lambdafs.store.ndb;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.Insertion;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Brings a database to the schema that this program knows.
 *
 * <p>Tables that do not exist are created one by one. One transaction inserts all rows that must be there from the
 * start, the row with the version included. So that row says that all is there, and of processes that begin at once
 * only one makes the file system. A later version comes the same way: its tables, and then its rows and its number by
 * one transaction, which only one process carries out. Finding that there is nothing to do costs one read.
 */
final class NdbMigrations {
    private static final int ONLY_ROW = 1;
    private static final int ROOT_MODE = 0755;
    private static final Map<String, Long> FIRST_NUMBERS = Map.of(
            Sequence.INODE.name(),
            INodeId.FIRST_FREE.value(),
            Sequence.BLOCK.name(),
            io.lambdafs.block.BlockId.FIRST_FREE.value(),
            Sequence.GENERATION_STAMP.name(),
            1001L,
            Sequences.WRITER,
            1L,
            Sequences.COMMAND,
            1L);

    /**
     * What takes a database from one version of the schema to the next.
     *
     * @param tables that come; one that is there already was left by a process that did not come to the end
     * @param rows what is written with the new version, in one transaction
     */
    record Migration(List<TableDefinition> tables, Consumer<OperationBatch> rows) {
        Migration {
            tables = List.copyOf(tables);
        }
    }

    private final NdbCluster cluster;
    private final Duration life;
    private final List<Migration> migrations;

    private NdbMigrations(NdbCluster cluster, Duration life, List<Migration> migrations) {
        this.cluster = cluster;
        this.life = life;
        this.migrations = migrations;
    }

    /** Migrates where needed; returns the identity of the file system that the database holds. */
    static ClusterIdentity apply(NdbCluster cluster, Duration life) {
        return apply(cluster, life, Schema.MIGRATIONS);
    }

    /** As {@link #apply(Cluster, Duration)}, by these migrations from the first version. */
    static ClusterIdentity apply(NdbCluster cluster, Duration life, List<Migration> migrations) {
        return new NdbMigrations(cluster, life, migrations).apply();
    }

    private ClusterIdentity apply() {
        Found found = find().orElseGet(this::create);
        if (found.version() > newest()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the database's schema has version " + found.version()
                            + ", but this program knows only version " + newest()
                            + ": use the newer program, or another database");
        }
        for (int version = found.version(); version < newest(); version++) {
            migrateFrom(version);
        }
        return found.identity();
    }

    private int newest() {
        return Schema.FIRST_VERSION + migrations.size();
    }

    /** Adds what gives a database of the newest version another identity. */
    static void adopt(OperationBatch batch, ClusterIdentity identity) {
        int newest = Schema.FIRST_VERSION + Schema.MIGRATIONS.size();
        batch.update(Schema.IDENTITY, new Found(newest, identity)::write);
    }

    private Optional<Found> find() {
        if (!cluster.hasTable(Schema.IDENTITY)) {
            return Optional.empty();
        }
        OperationBatch batch = new OperationBatch();
        Read<Found> read = batch.read(Schema.IDENTITY, NdbMigrations::onlyRow, ReadLock.NONE, Found::read);
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(batch);
        }
        return read.row();
    }

    private static void onlyRow(Row key) {
        key.put(0, ONLY_ROW);
    }

    private Found create() {
        SchemaEditor.create(cluster, Schema.TABLES);
        fill();
        return find().orElseThrow(() -> new StoreException(Kind.INTERNAL, "the schema was made without effect"));
    }

    private void migrateFrom(int version) {
        Migration migration = migrations.get(version - Schema.FIRST_VERSION);
        SchemaEditor.create(cluster, migration.tables());
        OperationBatch look = new OperationBatch();
        Read<Found> read = look.read(Schema.IDENTITY, NdbMigrations::onlyRow, ReadLock.EXCLUSIVE, Found::read);
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.execute(look);
            Optional<Found> present = read.row().filter(found -> found.version() == version);
            if (present.isPresent()) {
                OperationBatch then = new OperationBatch();
                migration.rows().accept(then);
                then.update(
                        Schema.IDENTITY, new Found(version + 1, present.get().identity())::write);
                transaction.commit(then);
            }
        }
    }

    /** What the database says of itself. */
    private record Found(int version, ClusterIdentity identity) {
        static Found read(Row row) {
            return new Found(
                    row.getInt(1), new ClusterIdentity(row.getInt(2), row.getText(3), row.getText(4), row.getLong(5)));
        }

        void write(Row row) {
            row.put(0, ONLY_ROW)
                    .put(1, version)
                    .put(2, identity.namespaceId())
                    .put(3, identity.clusterId())
                    .put(4, identity.blockPoolId())
                    .put(5, identity.creationMillis());
        }
    }

    private void fill() {
        long now = System.currentTimeMillis();
        OperationBatch first = new OperationBatch();
        Insertion identity =
                first.insertIfAbsent(Schema.IDENTITY, new Found(Schema.FIRST_VERSION, newIdentity(now))::write);
        Directory root = new Directory(
                INodeId.ROOT,
                new INodeKey(INodeId.NONE, Name.EMPTY),
                new Attributes("hdfs", "supergroup", new Permission(ROOT_MODE), now, 0));
        OperationBatch then = new OperationBatch();
        then.insert(Schema.INODES, row -> NdbINodeRows.write(row, root));
        then.insert(Schema.INODE_KEYS, row -> NdbINodeRows.writePlace(row, root.id(), root.key()));
        FIRST_NUMBERS.forEach((name, number) ->
                then.insert(Schema.SEQUENCES, row -> row.put(0, name).put(1, number)));
        then.insert(Schema.CLOCK, row -> row.put(0, ONLY_ROW).put(1, now * 1000));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.execute(first);
            if (!identity.isDuplicate()) {
                transaction.commit(then);
            }
        }
    }

    private static ClusterIdentity newIdentity(long nowMillis) {
        RandomGenerator random = RandomGenerator.getDefault();
        return new ClusterIdentity(
                random.nextInt(1, Integer.MAX_VALUE),
                "CID-" + UUID.randomUUID(),
                "BP-" + random.nextInt(1, Integer.MAX_VALUE) + "-127.0.0.1-" + nowMillis,
                nowMillis);
    }
}
