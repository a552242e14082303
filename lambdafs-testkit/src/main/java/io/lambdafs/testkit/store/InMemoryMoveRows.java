package io.lambdafs.testkit.store;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.testkit.store.InMemoryDatabase.DataNodeRow;
import io.lambdafs.testkit.store.InMemoryDatabase.OutcomeRow;
import io.lambdafs.testkit.store.InMemoryDatabase.ReportRow;
import io.lambdafs.testkit.store.InMemoryDatabase.RoleRow;
import io.lambdafs.wire.RequestId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/** The twin's rows as rows of no store, and the other way round. */
final class InMemoryMoveRows {
    private final InMemoryDatabase database;

    InMemoryMoveRows(InMemoryDatabase database) {
        this.database = database;
    }

    /** The rows of a table, in no particular order. */
    Stream<MoveRow> of(MoveTable table) {
        return switch (table) {
            case INODES -> database.inodes.rows.values().stream().map(MoveRow.INodeRow::new);
            case DETAILS -> database.details.rows.values().stream().map(MoveRow.DetailRow::new);
            case BLOCKS -> database.blocks.rows.values().stream().map(MoveRow.BlockRow::new);
            case REPLICAS -> database.replicas.rows.values().stream().map(MoveRow.ReplicaRow::new);
            case DATA_NODES -> database.dataNodes.rows.values().stream().map(this::dataNode);
            case LEASES ->
                database.leases.rows.entrySet().stream()
                        .map(row -> new MoveRow.LeaseRow(row.getKey(), micros(row.getValue())));
            case REPLICATION_QUEUE ->
                database.replicationQueue.rows.entrySet().stream()
                        .map(row -> new MoveRow.QueuedBlockRow(
                                row.getKey(),
                                row.getValue().stream()
                                        .mapToLong(InMemoryMoveRows::micros)
                                        .findFirst()));
            case FLAWS ->
                database.flaws.rows.entrySet().stream()
                        .map(row -> new MoveRow.FlawRow(row.getKey(), BlockFlaw.ofMask(row.getValue())));
            case COMMANDS ->
                database.commands.rows.entrySet().stream()
                        .map(row -> new MoveRow.CommandRow(
                                new DataNodeId(row.getKey().first()),
                                row.getKey().second(),
                                row.getValue()));
            case ROLES ->
                database.roles.rows.entrySet().stream()
                        .map(row -> new MoveRow.RoleRow(
                                row.getKey(),
                                row.getValue().owner(),
                                micros(row.getValue().until())));
            case OUTCOMES ->
                database.outcomes.rows.entrySet().stream()
                        .map(row -> MoveRow.OutcomeRow.of(
                                request(row.getKey()),
                                row.getValue().outcome(),
                                micros(row.getValue().at())));
        };
    }

    private MoveRow dataNode(DataNodeRow row) {
        String id = row.registration().id().value();
        return new MoveRow.DataNodeRow(
                row.registration(),
                row.storages().stream()
                        .filter(storage -> id.equals(database.dataNodesByStorage.rows.get(
                                storage.id().value())))
                        .toList(),
                micros(row.heard()),
                row.activeTransfers(),
                Optional.ofNullable(database.reports.rows.get(id))
                        .map(report ->
                                new MoveRow.DataNodeRow.FullReport(report.replicas(), micros(report.reported()))));
    }

    /** Adds a row that does not exist. */
    void add(MoveRow row) {
        if (row instanceof MoveRow.INodeRow moved) {
            add(moved.inode());
        } else if (row instanceof MoveRow.DetailRow moved) {
            addNew(database.details, moved.detail().key(), moved.detail());
        } else if (row instanceof MoveRow.BlockRow moved) {
            addNew(database.blocks, moved.block().id(), moved.block());
            addNew(
                    database.blocksByFile,
                    new PairKey<>(moved.block().file(), moved.block().index()),
                    moved.block().id());
        } else if (row instanceof MoveRow.ReplicaRow moved) {
            String storage = moved.replica().storage().value();
            addNew(database.replicas, new PairKey<>(moved.replica().block(), storage), moved.replica());
            addNew(
                    database.replicasByStorage,
                    new PairKey<>(storage, moved.replica().block()),
                    moved.replica());
        } else if (row instanceof MoveRow.DataNodeRow moved) {
            add(moved);
        } else {
            addSmall(row);
        }
    }

    private void addSmall(MoveRow row) {
        if (row instanceof MoveRow.LeaseRow moved) {
            addNew(database.leases, moved.clientName(), instant(moved.renewedMicros()));
        } else if (row instanceof MoveRow.QueuedBlockRow moved) {
            addNew(database.replicationQueue, moved.block(), optional(moved.lookedAtMicros()));
        } else if (row instanceof MoveRow.FlawRow moved) {
            addNew(database.flaws, moved.block(), BlockFlaw.mask(moved.flaws()));
        } else if (row instanceof MoveRow.CommandRow moved) {
            addNew(database.commands, new PairKey<>(moved.dataNode().value(), moved.number()), moved.command());
            database.lastCommand = Math.max(database.lastCommand, moved.number());
        } else if (row instanceof MoveRow.RoleRow moved) {
            addNew(database.roles, moved.role(), new RoleRow(moved.owner(), instant(moved.untilMicros())));
        } else if (row instanceof MoveRow.OutcomeRow moved) {
            addNew(
                    database.outcomes,
                    moved.request().toString(),
                    new OutcomeRow(moved.bytes(), instant(moved.recordedMicros())));
        }
    }

    private void add(INode inode) {
        addNew(database.inodes, inode.id(), inode);
        addNew(database.inodesByKey, inode.key(), inode.id());
        if (inode instanceof RegularFile file) {
            file.writer()
                    .ifPresent(writer ->
                            addNew(database.inodesByClient, new PairKey<>(writer.clientName(), file.id()), file.id()));
        }
    }

    private void add(MoveRow.DataNodeRow row) {
        String id = row.registration().id().value();
        addNew(
                database.dataNodes,
                id,
                new DataNodeRow(row.registration(), row.storages(), instant(row.heardMicros()), row.activeTransfers()));
        row.storages()
                .forEach(storage ->
                        addNew(database.dataNodesByStorage, storage.id().value(), id));
        row.report()
                .ifPresent(report -> addNew(
                        database.reports, id, new ReportRow(report.replicas(), instant(report.reportedMicros()))));
    }

    private static <K extends Comparable<K>, V> void addNew(InMemoryTable<K, V> table, K key, V value) {
        if (table.rows.putIfAbsent(key, value) != null) {
            throw new StoreException(Kind.DUPLICATE_KEY, "a row with key " + key + " exists");
        }
    }

    private static RequestId request(String key) {
        int slash = key.indexOf('/');
        return new RequestId(UUID.fromString(key.substring(0, slash)), Long.parseLong(key.substring(slash + 1)));
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static Optional<Instant> optional(OptionalLong micros) {
        return micros.isEmpty() ? Optional.empty() : Optional.of(instant(micros.getAsLong()));
    }
}
