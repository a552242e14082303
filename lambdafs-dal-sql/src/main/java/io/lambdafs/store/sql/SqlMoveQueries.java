package io.lambdafs.store.sql;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.wire.RequestId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Reads the rows of a table page by page, in the order in which all stores have them. Texts are compared by their bytes, whatever
 * the database's collation is.
 */
final class SqlMoveQueries {
    private static final int DATA_NODE_COLUMNS = 11;

    private SqlMoveQueries() {}

    /** A query without its conditions, and those for the rows after a key. */
    private record Page(String select, String after, String order, KeyBinder key, ResultReader<MoveRow> reader) {
        List<MoveRow> read(Connection on, Optional<MoveKey> last, int limit) throws SQLException {
            String condition = last.isPresent() ? " WHERE " + after : "";
            return Statements.rows(
                    on,
                    select + condition + " ORDER BY " + order + " LIMIT ?",
                    p -> {
                        if (last.isPresent()) {
                            key.bind(p, last.get());
                        }
                        p.add(limit);
                    },
                    reader);
        }
    }

    /** Binds a key where a condition asks for it. */
    @FunctionalInterface
    private interface KeyBinder {
        void bind(Parameters parameters, MoveKey key) throws SQLException;
    }

    static List<MoveRow> read(Connection on, MoveTable table, Optional<MoveKey> after, int limit) throws SQLException {
        return table == MoveTable.DATA_NODES
                ? dataNodes(on, after, limit)
                : page(table).read(on, after, limit);
    }

    static long count(Connection on, MoveTable table) throws SQLException {
        return Statements.rows(on, "SELECT count(*) FROM " + name(table), none -> {}, row -> row.getLong(1))
                .get(0);
    }

    private static String name(MoveTable table) {
        return switch (table) {
            case INODES -> "inodes";
            case DETAILS -> "inode_details";
            case BLOCKS -> "blocks";
            case REPLICAS -> "replicas";
            case DATA_NODES -> "datanodes";
            case LEASES -> "leases";
            case REPLICATION_QUEUE -> "replication_queue";
            case FLAWS -> "block_flaws";
            case COMMANDS -> "commands";
            case ROLES -> "roles";
            case OUTCOMES -> "outcomes";
        };
    }

    private static Page page(MoveTable table) {
        return switch (table) {
            case INODES ->
                new Page(
                        SqlINodeTable.SELECT,
                        "(parent_id, name) > (?, ?)",
                        "parent_id, name",
                        (p, key) -> p.add(key.first()).add(key.toBytes()),
                        row -> new MoveRow.INodeRow(SqlINodeTable.inode(row)));
            case DETAILS ->
                new Page(
                        SqlDetailTable.SELECT,
                        "(inode_id, kind, label) > (?, ?, ?)",
                        "inode_id, kind, label",
                        (p, key) -> {
                            DetailKey last = MoveRow.DetailRow.detail(key);
                            p.add(last.inode().value())
                                    .add(last.kind().number())
                                    .add(last.label());
                        },
                        row -> new MoveRow.DetailRow(SqlDetailTable.detail(row)));
            case BLOCKS ->
                new Page(
                        SqlBlockTable.SELECT,
                        "id > ?",
                        "id",
                        (p, key) -> p.add(key.first()),
                        row -> new MoveRow.BlockRow(SqlBlockTable.block(row)));
            case REPLICAS ->
                new Page(
                        SqlReplicaTable.SELECT,
                        "block_id >= ? AND (block_id > ? OR storage_id COLLATE \"C\" > ?)",
                        "block_id, storage_id COLLATE \"C\"",
                        (p, key) -> p.add(key.first()).add(key.first()).add(key.text()),
                        row -> new MoveRow.ReplicaRow(SqlReplicaTable.replica(row)));
            case REPLICATION_QUEUE ->
                new Page(
                        "SELECT block_id, looked_at = '-infinity',"
                                + " CASE WHEN looked_at = '-infinity' THEN 0 ELSE " + Times.micros("looked_at") + " END"
                                + " FROM replication_queue",
                        "block_id > ?",
                        "block_id",
                        (p, key) -> p.add(key.first()),
                        SqlMoveQueries::queued);
            case FLAWS ->
                new Page(
                        "SELECT block_id, flaws FROM block_flaws",
                        "block_id > ?",
                        "block_id",
                        (p, key) -> p.add(key.first()),
                        row -> new MoveRow.FlawRow(new BlockId(row.getLong(1)), BlockFlaw.ofMask(row.getInt(2))));
            default -> pageByText(table);
        };
    }

    private static Page pageByText(MoveTable table) {
        return switch (table) {
            case LEASES ->
                new Page(
                        "SELECT client_name, " + Times.micros("renewed") + " FROM leases",
                        "client_name COLLATE \"C\" > ?",
                        "client_name COLLATE \"C\"",
                        (p, key) -> p.add(key.text()),
                        row -> new MoveRow.LeaseRow(row.getString(1), row.getLong(2)));
            case COMMANDS ->
                new Page(
                        "SELECT kind, block_id, generation_stamp, length, new_generation_stamp, storages, datanode_id, id"
                                + " FROM commands",
                        "(octet_length(datanode_id), datanode_id COLLATE \"C\", id) > (?, ?, ?)",
                        "octet_length(datanode_id), datanode_id COLLATE \"C\", id",
                        (p, key) -> p.add((int) key.first()).add(key.text()).add(key.last()),
                        row -> new MoveRow.CommandRow(
                                new DataNodeId(row.getString(7)),
                                row.getLong(8),
                                SqlCommandRow.read(row).command()));
            case ROLES ->
                new Page(
                        "SELECT role, owner, " + Times.micros("held_until") + " FROM roles",
                        "role COLLATE \"C\" > ?",
                        "role COLLATE \"C\"",
                        (p, key) -> p.add(key.text()),
                        row -> new MoveRow.RoleRow(row.getString(1), row.getString(2), row.getLong(3)));
            default ->
                new Page(
                        "SELECT client, sequence, outcome, " + Times.micros("recorded") + " FROM outcomes",
                        "(client, sequence) > (?, ?)",
                        "client, sequence",
                        (p, key) -> {
                            RequestId request = MoveRow.OutcomeRow.request(key);
                            p.add(request.client()).add(request.sequence());
                        },
                        row -> MoveRow.OutcomeRow.of(
                                new RequestId((UUID) row.getObject(1), row.getLong(2)),
                                row.getBytes(3),
                                row.getLong(4)));
        };
    }

    private static MoveRow queued(ResultSet row) throws SQLException {
        boolean never = row.getBoolean(2);
        return new MoveRow.QueuedBlockRow(
                new BlockId(row.getLong(1)), never ? OptionalLong.empty() : OptionalLong.of(row.getLong(3)));
    }

    private static List<MoveRow> dataNodes(Connection on, Optional<MoveKey> after, int limit) throws SQLException {
        String sql = "SELECT d.id, d.host_name, d.ip_address, d.transfer_port, d.info_port, d.ipc_port,"
                + " d.software_version, " + Times.micros("d.heard") + ", d.active_transfers,"
                + " r.replicas, " + Times.micros("r.reported")
                + ", s.id, s.type, s.failed, s.capacity, s.dfs_used, s.remaining, s.block_pool_used"
                + " FROM (SELECT * FROM datanodes" + (after.isPresent() ? " WHERE id COLLATE \"C\" > ?" : "")
                + " ORDER BY id COLLATE \"C\" LIMIT ?) d"
                + " LEFT JOIN storages s ON s.datanode_id = d.id"
                + " LEFT JOIN datanode_reports r ON r.datanode_id = d.id ORDER BY d.id COLLATE \"C\"";
        Map<DataNodeId, MoveRow.DataNodeRow> nodes = new LinkedHashMap<>();
        Statements.rows(
                        on,
                        sql,
                        p -> {
                            if (after.isPresent()) {
                                p.add(after.get().text());
                            }
                            p.add(limit);
                        },
                        SqlMoveQueries::dataNode)
                .forEach(node -> nodes.merge(node.registration().id(), node, SqlMoveQueries::together));
        return List.copyOf(nodes.values());
    }

    /** A DataNode with one of its storages, if it has any. */
    private static MoveRow.DataNodeRow dataNode(ResultSet row) throws SQLException {
        DataNodeRegistration registration = new DataNodeRegistration(
                new DataNodeId(row.getString(1)),
                row.getString(2),
                row.getString(3),
                new DataNodeRegistration.Ports(row.getInt(4), row.getInt(5), row.getInt(6)),
                row.getString(7));
        long replicas = row.getLong(10);
        Optional<MoveRow.DataNodeRow.FullReport> report = row.wasNull()
                ? Optional.empty()
                : Optional.of(new MoveRow.DataNodeRow.FullReport(replicas, row.getLong(11)));
        return new MoveRow.DataNodeRow(registration, storages(row), row.getLong(8), row.getInt(9), report);
    }

    private static List<StorageReport> storages(ResultSet row) throws SQLException {
        String id = row.getString(DATA_NODE_COLUMNS + 1);
        return id == null
                ? List.of()
                : List.of(new StorageReport(
                        new StorageId(id),
                        row.getString(13),
                        row.getBoolean(14),
                        new StorageReport.Space(row.getLong(15), row.getLong(16), row.getLong(17), row.getLong(18))));
    }

    private static MoveRow.DataNodeRow together(MoveRow.DataNodeRow one, MoveRow.DataNodeRow other) {
        List<StorageReport> storages = new ArrayList<>(one.storages());
        storages.addAll(other.storages());
        return new MoveRow.DataNodeRow(
                one.registration(), storages, one.heardMicros(), one.activeTransfers(), one.report());
    }
}
