package io.lambdafs.store.sql;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Inserts pages of rows, each page with one statement that runs for all of its rows in one round trip. */
final class SqlMoveInserts {
    private SqlMoveInserts() {}

    /** Binds a row of a page. */
    @FunctionalInterface
    private interface RowBinder<T> {
        void bind(Parameters parameters, T row) throws SQLException;
    }

    private static <T> void insert(Connection on, String sql, List<T> rows, RowBinder<T> binder) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = on.prepareStatement(sql)) {
            for (T row : rows) {
                binder.bind(new Parameters(statement), row);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Inserts rows of one table. */
    static void insert(Connection on, MoveTable table, List<MoveRow> rows) throws SQLException {
        switch (table) {
            case INODES ->
                insert(
                        on,
                        SqlINodeTable.INSERT,
                        of(rows, MoveRow.INodeRow.class),
                        (p, row) -> SqlINodeTable.bind(p, row.inode()));
            case DETAILS ->
                insert(
                        on,
                        SqlDetailTable.INSERT,
                        of(rows, MoveRow.DetailRow.class),
                        (p, row) -> SqlDetailTable.bind(p, row.detail()));
            case BLOCKS ->
                insert(
                        on,
                        SqlBlockTable.INSERT,
                        of(rows, MoveRow.BlockRow.class),
                        (p, row) -> SqlBlockTable.bind(p, row.block()));
            case REPLICAS ->
                insert(
                        on,
                        "INSERT INTO replicas (block_id, storage_id, generation_stamp, length, state)"
                                + " VALUES (?, ?, ?, ?, ?)",
                        of(rows, MoveRow.ReplicaRow.class),
                        (p, row) -> bind(p, row.replica()));
            case DATA_NODES -> insertDataNodes(on, of(rows, MoveRow.DataNodeRow.class));
            default -> insertSmall(on, table, rows);
        }
    }

    private static <T extends MoveRow> List<T> of(List<MoveRow> rows, Class<T> type) {
        return rows.stream().map(type::cast).toList();
    }

    private static void bind(Parameters p, Replica replica) throws SQLException {
        p.add(replica.block().value())
                .add(replica.storage().value())
                .add(replica.generationStamp())
                .add(replica.length())
                .add((int) SqlReplicaTable.code(replica.state()));
    }

    /** A storage and the DataNode that has it. */
    private record OwnedStorage(String dataNode, StorageReport storage) {}

    private static void insertDataNodes(Connection on, List<MoveRow.DataNodeRow> rows) throws SQLException {
        insert(
                on,
                "INSERT INTO datanodes VALUES (?, ?, ?, ?, ?, ?, ?, " + Times.MOMENT + ", ?)",
                rows,
                (p, row) -> p.add(row.registration().id().value())
                        .add(row.registration().hostName())
                        .add(row.registration().ipAddress())
                        .add(row.registration().ports().transfer())
                        .add(row.registration().ports().info())
                        .add(row.registration().ports().ipc())
                        .add(row.registration().softwareVersion())
                        .add(row.heardMicros())
                        .add(row.activeTransfers()));
        insert(
                on,
                "INSERT INTO storages (datanode_id, id, type, failed, capacity, dfs_used, remaining, block_pool_used)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                rows.stream()
                        .flatMap(row -> row.storages().stream()
                                .map(storage ->
                                        new OwnedStorage(row.registration().id().value(), storage)))
                        .toList(),
                (p, row) -> bind(p.add(row.dataNode()), row.storage()));
        insert(
                on,
                "INSERT INTO datanode_reports VALUES (?, ?, " + Times.MOMENT + ")",
                rows.stream().filter(row -> row.report().isPresent()).toList(),
                (p, row) -> p.add(row.registration().id().value())
                        .add(row.report().orElseThrow().replicas())
                        .add(row.report().orElseThrow().reportedMicros()));
    }

    private static void bind(Parameters p, StorageReport storage) throws SQLException {
        p.add(storage.id().value())
                .add(storage.type())
                .add(storage.failed())
                .add(storage.space().capacity())
                .add(storage.space().dfsUsed())
                .add(storage.space().remaining())
                .add(storage.space().blockPoolUsed());
    }

    private static void insertSmall(Connection on, MoveTable table, List<MoveRow> rows) throws SQLException {
        switch (table) {
            case LEASES ->
                insert(
                        on,
                        "INSERT INTO leases VALUES (?, " + Times.MOMENT + ")",
                        of(rows, MoveRow.LeaseRow.class),
                        (p, row) -> p.add(row.clientName()).add(row.renewedMicros()));
            case REPLICATION_QUEUE -> insertQueue(on, of(rows, MoveRow.QueuedBlockRow.class));
            case FLAWS ->
                insert(
                        on,
                        "INSERT INTO block_flaws VALUES (?, ?)",
                        of(rows, MoveRow.FlawRow.class),
                        (p, row) -> p.add(row.block().value()).add(BlockFlaw.mask(row.flaws())));
            case COMMANDS -> insertCommands(on, of(rows, MoveRow.CommandRow.class));
            case ROLES ->
                insert(
                        on,
                        "INSERT INTO roles VALUES (?, ?, " + Times.MOMENT + ")",
                        of(rows, MoveRow.RoleRow.class),
                        (p, row) -> p.add(row.role()).add(row.owner()).add(row.untilMicros()));
            default ->
                insert(
                        on,
                        "INSERT INTO outcomes VALUES (?, ?, ?, " + Times.MOMENT + ")",
                        of(rows, MoveRow.OutcomeRow.class),
                        (p, row) -> p.add(row.request().client())
                                .add(row.request().sequence())
                                .add(row.bytes())
                                .add(row.recordedMicros()));
        }
    }

    private static void insertQueue(Connection on, List<MoveRow.QueuedBlockRow> rows) throws SQLException {
        insert(
                on,
                "INSERT INTO replication_queue VALUES (?, CASE WHEN ? THEN " + Times.MOMENT + " ELSE '-infinity' END)",
                rows,
                (p, row) -> p.add(row.block().value())
                        .add(row.lookedAtMicros().isPresent())
                        .add(row.lookedAtMicros().orElse(0)));
    }

    private static void insertCommands(Connection on, List<MoveRow.CommandRow> rows) throws SQLException {
        insert(
                on,
                "INSERT INTO commands (kind, block_id, generation_stamp, length, new_generation_stamp, storages,"
                        + " datanode_id, id) OVERRIDING SYSTEM VALUE VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
                (p, row) -> {
                    SqlCommandRow.of(row.command()).bind(p);
                    p.add(row.dataNode().value()).add(row.number());
                });
        // Later commands come after these.
        Statements.rows(
                on,
                "SELECT setval(pg_get_serial_sequence('commands', 'id'), (SELECT max(id) FROM commands))",
                none -> {},
                row -> row.getLong(1));
    }
}
