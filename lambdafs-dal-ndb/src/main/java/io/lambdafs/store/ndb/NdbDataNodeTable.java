package io.lambdafs.store.ndb;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.move.MoveRow.DataNodeRow;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The DataNodes and their storages in NDB. */
final class NdbDataNodeTable implements DataNodeTable {
    private static final int ID = 0;
    private static final int STORAGE_DATANODE = 1;

    private final NdbAccess access;
    private final NdbWorkTable work;

    NdbDataNodeTable(NdbAccess access, NdbWorkTable work) {
        this.access = access;
        this.work = work;
    }

    @Override
    public List<DataNodeDescriptor> all() {
        Map<String, List<StorageRow>> storages = access
                .scan(Scan.of(
                        Schema.STORAGES_TABLE, Schema.OF_DATANODE, List.of(Range.all()), NdbDataNodeTable::storage))
                .stream()
                .collect(Collectors.groupingBy(StorageRow::dataNode));
        List<NodeRow> nodes = access.scan(
                Scan.inOrder(Schema.DATANODES, Schema.IN_ORDER, Range.all(), Scan.UNLIMITED, NdbDataNodeTable::node));
        Map<String, ReportRow> reports =
                access
                        .scan(Scan.of(Schema.DATANODE_REPORTS, Schema.IN_ORDER, List.of(Range.all()), ReportRow::read))
                        .stream()
                        .collect(Collectors.toMap(ReportRow::dataNode, report -> report));
        long now = access.nowMicros();
        return nodes.stream()
                .map(node -> new DataNodeDescriptor(
                        node.registration(),
                        storages.getOrDefault(node.registration().id().value(), List.of()).stream()
                                .map(StorageRow::report)
                                .toList(),
                        Duration.of(Math.max(0, now - node.heardMicros()), ChronoUnit.MICROS),
                        node.activeTransfers(),
                        held(reports.get(node.registration().id().value()), now)))
                .toList();
    }

    private static HeldBlocks held(@Nullable ReportRow report, long now) {
        return report == null
                ? HeldBlocks.UNKNOWN
                : new HeldBlocks(
                        report.replicas(), Duration.of(Math.max(0, now - report.reportedMicros()), ChronoUnit.MICROS));
    }

    @Override
    public void noteReport(DataNodeId id, long replicas) {
        OperationBatch look = new OperationBatch();
        Read<NodeRow> node =
                look.read(Schema.DATANODES, key -> key.put(ID, id.value()), ReadLock.NONE, NdbDataNodeTable::node);
        access.lock(look);
        if (node.row().isPresent()) {
            ReportRow report = new ReportRow(id.value(), replicas, access.nowMicros());
            access.later(batch -> batch.put(Schema.DATANODE_REPORTS, report::write));
        }
    }

    @Override
    public void noteReplicas(DataNodeId id, long replicas) {
        OperationBatch look = new OperationBatch();
        Read<ReportRow> present =
                look.read(Schema.DATANODE_REPORTS, key -> key.put(ID, id.value()), ReadLock.EXCLUSIVE, ReportRow::read);
        access.lock(look);
        present.row()
                .map(report -> new ReportRow(report.dataNode(), replicas, report.reportedMicros()))
                .ifPresent(report -> access.later(batch -> batch.update(Schema.DATANODE_REPORTS, report::write)));
    }

    /** A row of the table of reports. */
    record ReportRow(String dataNode, long replicas, long reportedMicros) {
        static ReportRow read(Row row) {
            return new ReportRow(row.getText(ID), row.getLong(1), row.getLong(2));
        }

        void write(Row row) {
            row.put(ID, dataNode).put(1, replicas).put(2, reportedMicros);
        }
    }

    @Override
    public void register(DataNodeRegistration registration) {
        work.dropAll(registration.id());
        NodeRow node = new NodeRow(registration, access.nowMicros(), 0);
        access.later(batch -> batch.put(Schema.DATANODES, row -> write(row, node)));
    }

    @Override
    public boolean heartbeat(DataNodeId id, List<StorageReport> reports, int activeTransfers) {
        INodeTable.checkedBatch(reports.size());
        OperationBatch look = new OperationBatch();
        Read<NodeRow> found =
                look.read(Schema.DATANODES, key -> key.put(ID, id.value()), ReadLock.EXCLUSIVE, NdbDataNodeTable::node);
        access.lock(look);
        if (found.row().isEmpty()) {
            return false;
        }
        NodeRow heard = new NodeRow(found.row().get().registration(), access.nowMicros(), activeTransfers);
        access.later(batch -> batch.update(Schema.DATANODES, row -> write(row, heard)));
        Set<StorageId> reported = reports.stream().map(StorageReport::id).collect(Collectors.toSet());
        deleteStorages(storagesOf(id).stream()
                .filter(storage -> !reported.contains(storage))
                .toList());
        access.later(batch -> reports.forEach(report ->
                batch.put(Schema.STORAGES_TABLE, row -> write(row, new StorageRow(id.value(), report)))));
        return true;
    }

    private List<StorageId> storagesOf(DataNodeId id) {
        Range range = Range.of(row -> row.put(STORAGE_DATANODE, id.value()), 1);
        return access.scan(Scan.of(
                Schema.STORAGES_TABLE, Schema.OF_DATANODE, List.of(range), row -> new StorageId(row.getText(ID))));
    }

    private void deleteStorages(List<StorageId> storages) {
        access.deleteLater(batch -> storages.forEach(
                storage -> batch.deleteIfPresent(Schema.STORAGES_TABLE, row -> row.put(ID, storage.value()))));
    }

    @Override
    public void remove(DataNodeId id) {
        deleteStorages(storagesOf(id));
        work.dropAll(id);
        access.deleteLater(batch -> {
            batch.deleteIfPresent(Schema.DATANODES, row -> row.put(ID, id.value()));
            batch.deleteIfPresent(Schema.DATANODE_REPORTS, row -> row.put(ID, id.value()));
        });
    }

    /** A row of the DataNodes' table. */
    record NodeRow(DataNodeRegistration registration, long heardMicros, int activeTransfers) {
        /** The row as it is moved, without what other tables have of the DataNode. */
        DataNodeRow moved() {
            return new DataNodeRow(registration, List.of(), heardMicros, activeTransfers, Optional.empty());
        }
    }

    /** A row of the storages' table. */
    record StorageRow(String dataNode, StorageReport report) {}

    /** Adds the insertions for a DataNode that is moved. */
    static void insert(OperationBatch batch, DataNodeRow moved) {
        String id = moved.registration().id().value();
        NodeRow node = new NodeRow(moved.registration(), moved.heardMicros(), moved.activeTransfers());
        batch.insert(Schema.DATANODES, row -> write(row, node));
        moved.storages()
                .forEach(report -> batch.insert(Schema.STORAGES_TABLE, row -> write(row, new StorageRow(id, report))));
        moved.report()
                .map(report -> new ReportRow(id, report.replicas(), report.reportedMicros()))
                .ifPresent(report -> batch.insert(Schema.DATANODE_REPORTS, report::write));
    }

    private static void write(Row row, NodeRow node) {
        DataNodeRegistration registration = node.registration();
        row.put(ID, registration.id().value())
                .put(1, registration.hostName())
                .put(2, registration.ipAddress())
                .put(3, registration.ports().transfer())
                .put(4, registration.ports().info())
                .put(5, registration.ports().ipc())
                .put(6, registration.softwareVersion())
                .put(7, node.heardMicros())
                .put(8, node.activeTransfers());
    }

    static NodeRow node(Row row) {
        DataNodeRegistration registration = new DataNodeRegistration(
                new DataNodeId(row.getText(ID)),
                row.getText(1),
                row.getText(2),
                new DataNodeRegistration.Ports(row.getInt(3), row.getInt(4), row.getInt(5)),
                row.getText(6));
        return new NodeRow(registration, row.getLong(7), row.getInt(8));
    }

    private static void write(Row row, StorageRow storage) {
        StorageReport report = storage.report();
        row.put(ID, report.id().value())
                .put(STORAGE_DATANODE, storage.dataNode())
                .put(2, report.type())
                .put(3, report.failed())
                .put(4, report.space().capacity())
                .put(5, report.space().dfsUsed())
                .put(6, report.space().remaining())
                .put(7, report.space().blockPoolUsed());
    }

    static StorageRow storage(Row row) {
        StorageReport.Space space =
                new StorageReport.Space(row.getLong(4), row.getLong(5), row.getLong(6), row.getLong(7));
        return new StorageRow(
                row.getText(STORAGE_DATANODE),
                new StorageReport(new StorageId(row.getText(ID)), row.getText(2), row.getFlag(3), space));
    }
}
