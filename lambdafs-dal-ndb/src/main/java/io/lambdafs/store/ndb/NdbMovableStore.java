package io.lambdafs.store.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.move.StoreHeader;
import io.lambdafs.store.ndb.Moves.Side;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The content of a database in an NDB cluster, to be moved. */
final class NdbMovableStore implements MovableStore {
    private static final INodeKey ROOT = new INodeKey(INodeId.NONE, Name.EMPTY);
    private static final int ONLY_ROW = 1;

    private final NdbCluster cluster;
    private final Duration life;
    private final Moves moves;
    private final Writers writers;
    private final Sequences sequences;
    private final Map<MoveTable, MovedTable> tables = new EnumMap<>(MoveTable.class);

    private NdbMovableStore(NdbCluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
        NdbMigrations.apply(cluster, life);
        Writers.rehearse(cluster, life);
        moves = new Moves(cluster, life);
        writers = new Writers(cluster, life);
        sequences = new Sequences(cluster, life);
        for (MoveTable table : MoveTable.values()) {
            tables.put(table, MovedTables.of(table, cluster, life));
        }
    }

    static NdbMovableStore open(StoreConfig config) {
        NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config);
        try {
            return new NdbMovableStore(cluster, config.bounds().transaction());
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    @Override
    public boolean isExclusive() {
        return false;
    }

    private MovedTable table(MoveTable table) {
        return requireNonNull(tables.get(table));
    }

    @Override
    public StoreHeader header() {
        Map<Sequence, Long> next = new EnumMap<>(Sequence.class);
        for (Sequence sequence : Sequence.values()) {
            next.put(sequence, sequences.next(sequence.name()).orElse(1L));
        }
        long writer = sequences.next(Sequences.WRITER).orElse(1L) - 1;
        long commit = sequences.next(Sequences.COMMIT).orElse(0L);
        ClusterIdentity identity = NdbMigrations.apply(cluster, life);
        return new StoreHeader(identity, next, writer, commit, deployments());
    }

    private OptionalInt deployments() {
        OperationBatch look = new OperationBatch();
        Read<Integer> read =
                look.read(Schema.DEPLOYMENTS, key -> key.put(0, ONLY_ROW), ReadLock.NONE, row -> row.getInt(1));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(look);
        }
        return read.row().map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    @Override
    public List<Writer> writers() {
        return writers.all();
    }

    @Override
    public long count(MoveTable table) {
        return table(table).count();
    }

    @Override
    public List<MoveRow> read(MoveTable table, Optional<MoveKey> after, int limit) {
        return table(table).page(after, limit);
    }

    @Override
    public Optional<String> seal() {
        return moves.state(Side.SOURCE);
    }

    @Override
    public void seal(String to, Duration bound) {
        moves.change(Side.SOURCE, to, nothing -> {});
        endWriters(bound);
    }

    /** Also ends those whose fence has begun earlier: they are no registered writers any more, but may have transactions open. */
    private void endWriters(Duration bound) {
        for (Writer writer : writers.all()) {
            writers.fence(writer.id(), bound);
        }
        for (Writer writer : writers.open(all -> true)) {
            writers.fence(writer.id(), bound);
        }
    }

    @Override
    public void unseal() {
        moves.change(Side.SOURCE, "", nothing -> {});
    }

    @Override
    public Optional<MoveMark> mark() {
        return moves.state(Side.TARGET).map(MoveMark::parse);
    }

    @Override
    public void begin(MoveMark mark, Duration bound) {
        if (mark().isEmpty()) {
            moves.change(Side.TARGET, mark.encode(), batch -> {
                batch.deleteIfPresent(Schema.INODES, row -> NdbINodeRows.writeKey(row, ROOT));
                batch.deleteIfPresent(Schema.INODE_KEYS, row -> row.put(0, INodeId.ROOT.value()));
            });
        }
        endWriters(bound);
    }

    @Override
    public void write(List<MoveRow> rows, MoveMark mark) {
        OperationBatch batch = new OperationBatch();
        rows.forEach(row -> table(row.table()).insert(batch, row));
        Side.TARGET.put(batch, mark.encode());
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(batch);
        }
        tables.values().forEach(MovedTable::changed);
    }

    /* Nobody uses the target, so its clock may be set as when it was made: it has stood still since. */
    @Override
    public void adopt(StoreHeader header) {
        OperationBatch batch = new OperationBatch();
        NdbMigrations.adopt(batch, header.identity());
        header.next().forEach((sequence, next) -> Sequences.put(batch, sequence.name(), next));
        Sequences.put(batch, Sequences.WRITER, header.lastWriter() + 1);
        Sequences.put(batch, Sequences.COMMIT, header.lastCommit());
        if (header.deployments().isPresent()) {
            int number = header.deployments().getAsInt();
            batch.put(Schema.DEPLOYMENTS, row -> row.put(0, ONLY_ROW).put(1, number));
        } else {
            batch.deleteIfPresent(Schema.DEPLOYMENTS, row -> row.put(0, ONLY_ROW));
        }
        long now = System.currentTimeMillis() * 1000;
        batch.put(Schema.CLOCK, row -> row.put(0, ONLY_ROW).put(1, now));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(batch);
        }
    }

    @Override
    public void finish() {
        moves.change(Side.TARGET, "", nothing -> {});
    }

    @Override
    public void close() {
        cluster.close();
    }
}
