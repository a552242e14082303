package io.lambdafs.store.sql;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.INodeTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The DataNodes and their storages in PostgreSQL. */
final class SqlDataNodeTable implements DataNodeTable {
    private static final String ALL =
            "SELECT d.id, d.host_name, d.ip_address, d.transfer_port, d.info_port, d.ipc_port,"
                    + " d.software_version, " + Times.microsSince("d.heard") + ", d.active_transfers,"
                    + " s.id, s.type, s.failed, s.capacity, s.dfs_used, s.remaining, s.block_pool_used,"
                    + " r.replicas, " + Times.microsSince("r.reported")
                    + " FROM datanodes d LEFT JOIN storages s ON s.datanode_id = d.id"
                    + " LEFT JOIN datanode_reports r ON r.datanode_id = d.id ORDER BY d.id, s.id";

    private static final String HEARTBEAT = "WITH node AS ("
            + " UPDATE datanodes SET heard = clock_timestamp(), active_transfers = ? WHERE id = ? RETURNING id"
            + "), gone AS ("
            + " DELETE FROM storages s USING node WHERE s.datanode_id = node.id AND s.id <> ALL (?)"
            + "), put AS ("
            + " INSERT INTO storages (id, datanode_id, type, failed, capacity, dfs_used, remaining, block_pool_used)"
            + " SELECT u.id, node.id, u.type, u.failed, u.capacity, u.dfs_used, u.remaining, u.block_pool_used"
            + " FROM node, unnest(?::text[], ?::text[], ?::boolean[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])"
            + " AS u (id, type, failed, capacity, dfs_used, remaining, block_pool_used)"
            + " ON CONFLICT (id) DO UPDATE SET datanode_id = excluded.datanode_id, type = excluded.type,"
            + " failed = excluded.failed, capacity = excluded.capacity, dfs_used = excluded.dfs_used,"
            + " remaining = excluded.remaining, block_pool_used = excluded.block_pool_used"
            + ") SELECT 1 FROM node";

    private final PostgresSession session;

    SqlDataNodeTable(PostgresSession session) {
        this.session = session;
    }

    @Override
    public List<DataNodeDescriptor> all() {
        Map<String, Entry> nodes = new LinkedHashMap<>();
        session.query(ALL, none -> {}, SqlDataNodeTable::entry)
                .forEach(entry -> nodes.merge(entry.node().id().value(), entry, Entry::with));
        return nodes.values().stream().map(Entry::describe).toList();
    }

    /** A DataNode, with the storages of it that have been read so far. */
    private record Entry(DataNodeDescriptor node, List<StorageReport> storages) {
        Entry with(Entry other) {
            storages.addAll(other.storages);
            return this;
        }

        DataNodeDescriptor describe() {
            return new DataNodeDescriptor(
                    node.registration(), storages, node.sinceHeartbeat(), node.activeTransfers(), node.held());
        }
    }

    private static Entry entry(ResultSet row) throws SQLException {
        DataNodeRegistration registration = new DataNodeRegistration(
                new DataNodeId(row.getString(1)),
                row.getString(2),
                row.getString(3),
                new DataNodeRegistration.Ports(row.getInt(4), row.getInt(5), row.getInt(6)),
                row.getString(7));
        List<StorageReport> storages = new ArrayList<>();
        if (row.getString(10) != null) {
            storages.add(new StorageReport(
                    new StorageId(row.getString(10)),
                    row.getString(11),
                    row.getBoolean(12),
                    new StorageReport.Space(row.getLong(13), row.getLong(14), row.getLong(15), row.getLong(16))));
        }
        return new Entry(
                new DataNodeDescriptor(
                        registration, List.of(), Times.ofMicros(row.getLong(8)), row.getInt(9), held(row)),
                storages);
    }

    private static HeldBlocks held(ResultSet row) throws SQLException {
        long replicas = row.getLong(17);
        return row.wasNull() ? HeldBlocks.UNKNOWN : new HeldBlocks(replicas, Times.ofMicros(row.getLong(18)));
    }

    @Override
    public void noteReport(DataNodeId id, long replicas) {
        session.execute(
                "INSERT INTO datanode_reports SELECT id, ?, clock_timestamp() FROM datanodes WHERE id = ?"
                        + " ON CONFLICT (datanode_id) DO UPDATE SET replicas = excluded.replicas,"
                        + " reported = excluded.reported",
                p -> p.add(replicas).add(id.value()));
    }

    @Override
    public void noteReplicas(DataNodeId id, long replicas) {
        session.execute(
                "UPDATE datanode_reports SET replicas = ? WHERE datanode_id = ?",
                p -> p.add(replicas).add(id.value()));
    }

    @Override
    public void register(DataNodeRegistration registration) {
        session.execute(
                "WITH former AS (DELETE FROM commands WHERE datanode_id = ?)"
                        + " INSERT INTO datanodes VALUES (?, ?, ?, ?, ?, ?, ?, clock_timestamp(), 0)"
                        + " ON CONFLICT (id) DO UPDATE SET host_name = excluded.host_name,"
                        + " ip_address = excluded.ip_address, transfer_port = excluded.transfer_port,"
                        + " info_port = excluded.info_port, ipc_port = excluded.ipc_port,"
                        + " software_version = excluded.software_version, heard = excluded.heard",
                p -> p.add(registration.id().value())
                        .add(registration.id().value())
                        .add(registration.hostName())
                        .add(registration.ipAddress())
                        .add(registration.ports().transfer())
                        .add(registration.ports().info())
                        .add(registration.ports().ipc())
                        .add(registration.softwareVersion()));
    }

    @Override
    public boolean heartbeat(DataNodeId id, List<StorageReport> storages, int activeTransfers) {
        INodeTable.checkedBatch(storages.size());
        List<String> ids =
                storages.stream().map(storage -> storage.id().value()).toList();
        boolean[] failed = new boolean[storages.size()];
        for (int i = 0; i < failed.length; i++) {
            failed[i] = storages.get(i).failed();
        }
        return !session.change(
                        HEARTBEAT,
                        p -> p.add(activeTransfers)
                                .add(id.value())
                                .addTexts(ids)
                                .addTexts(ids)
                                .addTexts(storages.stream()
                                        .map(StorageReport::type)
                                        .toList())
                                .addBooleans(failed)
                                .addLongs(sizes(storages, StorageReport.Space::capacity))
                                .addLongs(sizes(storages, StorageReport.Space::dfsUsed))
                                .addLongs(sizes(storages, StorageReport.Space::remaining))
                                .addLongs(sizes(storages, StorageReport.Space::blockPoolUsed)),
                        row -> true)
                .isEmpty();
    }

    private static long[] sizes(List<StorageReport> storages, ToLongFunction<StorageReport.Space> size) {
        return storages.stream().map(StorageReport::space).mapToLong(size).toArray();
    }

    @Override
    public void remove(DataNodeId id) {
        session.execute(
                "WITH node AS (DELETE FROM datanodes WHERE id = ? RETURNING id),"
                        + " told AS (DELETE FROM commands c USING node WHERE c.datanode_id = node.id),"
                        + " said AS (DELETE FROM datanode_reports r USING node WHERE r.datanode_id = node.id)"
                        + " DELETE FROM storages s USING node WHERE s.datanode_id = node.id",
                p -> p.add(id.value()));
    }
}
