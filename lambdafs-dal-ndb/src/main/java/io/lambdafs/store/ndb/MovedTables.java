package io.lambdafs.store.ndb;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveRow.DataNodeRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.RowReader;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** How the rows of each table are moved. */
final class MovedTables {
    private static final int NUMBER = 0;
    private static final int TEXT = 0;

    private final NdbCluster cluster;
    private final Duration life;
    private final int mostKeys;

    private MovedTables(NdbCluster cluster, Duration life, int mostKeys) {
        this.cluster = cluster;
        this.life = life;
        this.mostKeys = mostKeys;
    }

    static MovedTable of(MoveTable table, NdbCluster cluster, Duration life) {
        return of(table, cluster, life, MovedBySorting.MOST_KEYS);
    }

    /** As {@link #of(MoveTable, Cluster, Duration)}, with so many keys in memory at most where a table must be sorted. */
    static MovedTable of(MoveTable table, NdbCluster cluster, Duration life, int mostKeys) {
        MovedTables tables = new MovedTables(cluster, life, mostKeys);
        return switch (table) {
            case INODES -> new MovedINodes(cluster, life);
            case DETAILS -> tables.details();
            case BLOCKS -> tables.blocks();
            case REPLICAS -> tables.replicas();
            case DATA_NODES -> tables.dataNodes();
            case LEASES -> tables.leases();
            case REPLICATION_QUEUE -> tables.queue();
            case FLAWS -> tables.flaws();
            case COMMANDS -> new MovedCommands(cluster, life);
            case ROLES -> tables.roles();
            case OUTCOMES -> tables.outcomes();
        };
    }

    /** How many rows a table has. */
    static long count(NdbCluster cluster, Duration life, TableDefinition table, String index) {
        long[] counted = {0};
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.scan(Scan.of(table, index, List.of(Range.all()), row -> {
                counted[0]++;
                return Boolean.TRUE;
            }));
        }
        return counted[0];
    }

    private MovedTable byIndex(
            TableDefinition table,
            BiConsumer<Row, MoveKey> key,
            RowReader<MoveRow> reader,
            BiConsumer<OperationBatch, MoveRow> insertion) {
        return new MovedByIndex(cluster, life, new MovedByIndex.Definition(table, key, reader, insertion));
    }

    /** A table whose rows are found by the primary key that a key stands for. */
    private MovedTable bySorting(
            TableDefinition table,
            String index,
            RowReader<MoveRow> reader,
            BiConsumer<Row, MoveKey> key,
            BiConsumer<Row, MoveRow> writer) {
        MovedBySorting.LookUp lookUp = (transaction, keys) -> {
            OperationBatch batch = new OperationBatch();
            List<Read<MoveRow>> reads = keys.stream()
                    .map(wanted -> batch.read(table, row -> key.accept(row, wanted), ReadLock.NONE, reader))
                    .toList();
            transaction.commit(batch);
            return reads.stream().flatMap(read -> read.row().stream()).toList();
        };
        return new MovedBySorting(
                cluster,
                life,
                new MovedBySorting.Definition(
                        table,
                        index,
                        row -> reader.read(row).key(),
                        lookUp,
                        (batch, moved) -> batch.insert(table, row -> writer.accept(row, moved))),
                mostKeys);
    }

    private MovedTable details() {
        return byIndex(
                Schema.INODE_DETAILS,
                (row, key) -> NdbDetailTable.writeKey(row, MoveRow.DetailRow.detail(key)),
                row -> new MoveRow.DetailRow(NdbDetailTable.read(row)),
                (batch, moved) -> batch.insert(
                        Schema.INODE_DETAILS, row -> NdbDetailTable.write(row, ((MoveRow.DetailRow) moved).detail())));
    }

    /** Blocks are looked for where their files are. */
    private MovedTable blocks() {
        MovedBySorting.LookUp lookUp = (transaction, keys) -> {
            OperationBatch first = new OperationBatch();
            List<Read<NdbBlockRows.Place>> places = keys.stream()
                    .map(key -> first.read(
                            Schema.BLOCK_PLACES,
                            row -> row.put(NUMBER, key.first()),
                            ReadLock.NONE,
                            NdbBlockRows.Place::read))
                    .toList();
            transaction.execute(first);
            OperationBatch then = new OperationBatch();
            List<Read<MoveRow>> blocks = places.stream()
                    .flatMap(place -> place.row().stream())
                    .map(place -> then.<MoveRow>read(
                            Schema.BLOCKS,
                            row -> NdbBlockRows.writeKey(row, place),
                            ReadLock.NONE,
                            row -> new MoveRow.BlockRow(NdbBlockRows.read(row))))
                    .toList();
            transaction.commit(then);
            return blocks.stream().flatMap(block -> block.row().stream()).toList();
        };
        return new MovedBySorting(
                cluster,
                life,
                new MovedBySorting.Definition(
                        Schema.BLOCKS,
                        Schema.IN_ORDER,
                        row -> MoveKey.of(NdbBlockRows.id(row)),
                        lookUp,
                        (batch, moved) -> {
                            var block = ((MoveRow.BlockRow) moved).block();
                            batch.insert(Schema.BLOCKS, row -> NdbBlockRows.write(row, block));
                            batch.insert(
                                    Schema.BLOCK_PLACES,
                                    row -> NdbBlockRows.Place.of(block).write(row, block.id()));
                        }),
                mostKeys);
    }

    private MovedTable replicas() {
        return byIndex(
                Schema.REPLICAS,
                (row, key) -> row.put(0, key.first()).put(1, key.toBytes()),
                row -> new MoveRow.ReplicaRow(NdbReplicaTable.read(row)),
                (batch, moved) -> batch.insert(
                        Schema.REPLICAS, row -> NdbReplicaTable.write(row, ((MoveRow.ReplicaRow) moved).replica())));
    }

    private MovedTable dataNodes() {
        return new MovedByIndex(
                cluster,
                life,
                new MovedByIndex.Definition(
                        Schema.DATANODES,
                        (row, key) -> row.put(TEXT, key.toBytes()),
                        row -> NdbDataNodeTable.node(row).moved(),
                        (batch, moved) -> NdbDataNodeTable.insert(batch, (DataNodeRow) moved),
                        this::withStorages));
    }

    /** There are few DataNodes, and all their storages and reports are read for each page of them. */
    private List<MoveRow> withStorages(List<MoveRow> page) {
        try (ClusterTransaction transaction = cluster.begin(life)) {
            Map<String, List<NdbDataNodeTable.StorageRow>> storages = transaction
                    .scan(Scan.of(
                            Schema.STORAGES_TABLE, Schema.OF_DATANODE, List.of(Range.all()), NdbDataNodeTable::storage))
                    .stream()
                    .collect(Collectors.groupingBy(NdbDataNodeTable.StorageRow::dataNode));
            Map<String, NdbDataNodeTable.ReportRow> reports = transaction
                    .scan(Scan.of(
                            Schema.DATANODE_REPORTS,
                            Schema.IN_ORDER,
                            List.of(Range.all()),
                            NdbDataNodeTable.ReportRow::read))
                    .stream()
                    .collect(Collectors.toMap(NdbDataNodeTable.ReportRow::dataNode, report -> report));
            return page.stream()
                    .map(DataNodeRow.class::cast)
                    .<MoveRow>map(node -> new DataNodeRow(
                            node.registration(),
                            storages.getOrDefault(node.registration().id().value(), List.of()).stream()
                                    .map(NdbDataNodeTable.StorageRow::report)
                                    .toList(),
                            node.heardMicros(),
                            node.activeTransfers(),
                            Optional.ofNullable(
                                            reports.get(node.registration().id().value()))
                                    .map(report ->
                                            new DataNodeRow.FullReport(report.replicas(), report.reportedMicros()))))
                    .toList();
        }
    }

    private MovedTable leases() {
        return bySorting(
                Schema.LEASES,
                Schema.BY_AGE,
                row -> new MoveRow.LeaseRow(row.getText(TEXT), row.getLong(1)),
                (row, key) -> row.put(TEXT, key.toBytes()),
                (row, moved) -> {
                    MoveRow.LeaseRow lease = (MoveRow.LeaseRow) moved;
                    row.put(TEXT, lease.clientName()).put(1, lease.renewedMicros());
                });
    }

    private MovedTable queue() {
        return bySorting(
                Schema.REPLICATION_QUEUE,
                Schema.BY_AGE,
                row -> new MoveRow.QueuedBlockRow(new BlockId(row.getLong(NUMBER)), lookedAt(row.getLong(1))),
                (row, key) -> row.put(NUMBER, key.first()),
                (row, moved) -> {
                    MoveRow.QueuedBlockRow queued = (MoveRow.QueuedBlockRow) moved;
                    row.put(NUMBER, queued.block().value())
                            .put(1, queued.lookedAtMicros().orElse(NdbWorkTable.NEVER));
                });
    }

    private static OptionalLong lookedAt(long micros) {
        return micros == NdbWorkTable.NEVER ? OptionalLong.empty() : OptionalLong.of(micros);
    }

    private MovedTable flaws() {
        return byIndex(
                Schema.BLOCK_FLAWS,
                (row, key) -> row.put(NUMBER, key.first()),
                row -> new MoveRow.FlawRow(new BlockId(row.getLong(NUMBER)), BlockFlaw.ofMask(row.getInt(1))),
                (batch, moved) -> {
                    MoveRow.FlawRow flawed = (MoveRow.FlawRow) moved;
                    batch.insert(
                            Schema.BLOCK_FLAWS,
                            row -> row.put(NUMBER, flawed.block().value()).put(1, BlockFlaw.mask(flawed.flaws())));
                });
    }

    private MovedTable roles() {
        return byIndex(
                Schema.ROLES,
                (row, key) -> row.put(TEXT, key.toBytes()),
                row -> new MoveRow.RoleRow(row.getText(TEXT), row.getText(1), row.getLong(2)),
                (batch, moved) -> {
                    MoveRow.RoleRow role = (MoveRow.RoleRow) moved;
                    batch.insert(
                            Schema.ROLES,
                            row -> row.put(TEXT, role.role())
                                    .put(1, role.owner())
                                    .put(2, role.untilMicros()));
                });
    }

    private MovedTable outcomes() {
        return bySorting(
                Schema.OUTCOMES,
                Schema.BY_AGE,
                row -> {
                    NdbOutcomeRows.Key key = NdbOutcomeRows.Key.of(row);
                    RequestId request = MoveRow.OutcomeRow.request(MoveKey.of(0, key.client(), key.sequence()));
                    return MoveRow.OutcomeRow.of(
                            request, NdbOutcomeRows.outcome(row), row.getLong(NdbOutcomeRows.RECORDED));
                },
                (row, key) -> NdbOutcomeRows.writeKey(row, MoveRow.OutcomeRow.request(key)),
                (row, moved) -> {
                    MoveRow.OutcomeRow outcome = (MoveRow.OutcomeRow) moved;
                    NdbOutcomeRows.write(row, outcome.request(), outcome.recordedMicros(), outcome.bytes());
                });
    }
}
