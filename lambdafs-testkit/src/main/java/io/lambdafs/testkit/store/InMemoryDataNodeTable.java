package io.lambdafs.testkit.store;

import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.testkit.store.InMemoryDatabase.DataNodeRow;
import io.lambdafs.testkit.store.InMemoryDatabase.ReportRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The twin's DataNodes, and which of them has which storage. */
final class InMemoryDataNodeTable implements DataNodeTable {
    private final InMemoryTransaction tx;
    private final InMemoryDatabase database;
    private final TableView<String, DataNodeRow> rows;
    private final TableView<String, String> byStorage;
    private final TableView<PairKey<String, Long>, DataNodeCommand> commands;
    private final TableView<String, ReportRow> reports;

    InMemoryDataNodeTable(InMemoryTransaction tx, InMemoryDatabase database) {
        this.tx = tx;
        this.database = database;
        rows = tx.view(database.dataNodes);
        byStorage = tx.view(database.dataNodesByStorage);
        commands = tx.view(database.commands);
        reports = tx.view(database.reports);
    }

    /** The DataNode that has this storage. */
    Optional<String> owner(StorageId storage) {
        return byStorage.get(storage.value());
    }

    @Override
    public List<DataNodeDescriptor> all() {
        return tx.call(() ->
                rows.all().stream().map(Map.Entry::getValue).map(this::describe).toList());
    }

    private DataNodeDescriptor describe(DataNodeRow row) {
        Duration silence = Duration.between(row.heard(), database.now());
        return new DataNodeDescriptor(row.registration(), storagesOf(row), silence, row.activeTransfers(), held(row));
    }

    private HeldBlocks held(DataNodeRow row) {
        return reports.get(row.registration().id().value())
                .map(report -> new HeldBlocks(report.replicas(), Duration.between(report.reported(), database.now())))
                .orElse(HeldBlocks.UNKNOWN);
    }

    /** Without those that another DataNode has reported since. */
    private List<StorageReport> storagesOf(DataNodeRow row) {
        Optional<String> id = Optional.of(row.registration().id().value());
        return row.storages().stream()
                .filter(storage -> owner(storage.id()).equals(id))
                .toList();
    }

    @Override
    public void register(DataNodeRegistration registration) {
        tx.run(() -> {
            String id = registration.id().value();
            Optional<DataNodeRow> old = rows.getForUpdate(id);
            List<StorageReport> storages = old.map(DataNodeRow::storages).orElse(List.of());
            int transfers = old.map(DataNodeRow::activeTransfers).orElse(0);
            dropCommands(id);
            rows.put(id, new DataNodeRow(registration, storages, database.now(), transfers));
        });
    }

    @Override
    public boolean heartbeat(DataNodeId id, List<StorageReport> storages, int activeTransfers) {
        return tx.call(() -> {
            Optional<DataNodeRow> old = rows.getForUpdate(id.value());
            old.ifPresent(row -> {
                storagesOf(row).forEach(storage -> byStorage.remove(storage.id().value()));
                storages.forEach(storage -> byStorage.put(storage.id().value(), id.value()));
                rows.put(
                        id.value(),
                        new DataNodeRow(row.registration(), List.copyOf(storages), database.now(), activeTransfers));
            });
            return old.isPresent();
        });
    }

    @Override
    public void noteReport(DataNodeId id, long replicas) {
        tx.run(() -> {
            if (rows.get(id.value()).isPresent()) {
                reports.put(id.value(), new ReportRow(replicas, database.now()));
            }
        });
    }

    @Override
    public void noteReplicas(DataNodeId id, long replicas) {
        tx.run(() -> reports.get(id.value())
                .ifPresent(report -> reports.put(id.value(), new ReportRow(replicas, report.reported()))));
    }

    @Override
    public void remove(DataNodeId id) {
        tx.run(() -> rows.getForUpdate(id.value()).ifPresent(row -> {
            storagesOf(row).forEach(storage -> byStorage.remove(storage.id().value()));
            dropCommands(id.value());
            reports.remove(id.value());
            rows.remove(id.value());
        }));
    }

    private void dropCommands(String id) {
        commands.from(new PairKey<>(id, 0L), key -> key.first().equals(id), Integer.MAX_VALUE)
                .forEach(entry -> commands.remove(entry.getKey()));
    }
}
