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
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.Cluster;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.Insertion;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Brings a database to the schema that this program knows.
 *
 * <p>Tables are created one by one, those that do not exist. What must be there from the start, the row with the version
 * included, goes in by one transaction: so that row says that all is there, and of processes that begin at once only one
 * makes the file system. Finding that there is nothing to do costs one read.
 */
final class Migrations {
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

    private final Cluster cluster;
    private final Duration life;

    private Migrations(Cluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Migrates where needed; returns the identity of the file system that the database holds. */
    static ClusterIdentity apply(Cluster cluster, Duration life) {
        Migrations migrations = new Migrations(cluster, life);
        return migrations.identityIfUpToDate().orElseGet(() -> {
            SchemaEditor.create(cluster, Schema.TABLES);
            migrations.fill();
            return migrations
                    .identityIfUpToDate()
                    .orElseThrow(() -> new StoreException(Kind.INTERNAL, "the schema's migration had no effect"));
        });
    }

    private Optional<ClusterIdentity> identityIfUpToDate() {
        Batch batch = new Batch();
        Read<Found> read = batch.read(Schema.IDENTITY, key -> key.put(0, ONLY_ROW), ReadLock.NONE, Found::read);
        if (!cluster.hasTable(Schema.IDENTITY)) {
            return Optional.empty();
        }
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(batch);
        }
        return read.row().filter(Found::isUpToDate).map(Found::identity);
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

        boolean isUpToDate() {
            if (version > Schema.VERSION) {
                throw new StoreException(
                        Kind.INCOMPATIBLE,
                        "the database's schema has version " + version + ", but this program knows only version "
                                + Schema.VERSION + ": use the newer program, or another database");
            }
            return version == Schema.VERSION;
        }
    }

    private void fill() {
        long now = System.currentTimeMillis();
        Batch first = new Batch();
        Insertion identity = first.insertIfAbsent(Schema.IDENTITY, new Found(Schema.VERSION, newIdentity(now))::write);
        Directory root = new Directory(
                INodeId.ROOT,
                new INodeKey(INodeId.NONE, Name.EMPTY),
                new Attributes("hdfs", "supergroup", new Permission(ROOT_MODE), now, 0));
        Batch then = new Batch();
        then.insert(Schema.INODES, row -> INodeRows.write(row, root));
        then.insert(Schema.INODE_KEYS, row -> INodeRows.writePlace(row, root.id(), root.key()));
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
