package io.lambdafs.store.rocks.table;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** The DataNodes, and which of them has which storage. */
public final class DataNodeRows implements DataNodeTable {
    private final Rows rows;

    DataNodeRows(Rows rows) {
        this.rows = rows;
    }

    /** The DataNode that has this storage. */
    Optional<String> owner(StorageId storage) {
        return Optional.ofNullable(rows.get(Table.STORAGES, Keys.of(storage.value())))
                .map(Keys::text);
    }

    @Override
    public List<DataNodeDescriptor> all() {
        return rows.scan(Table.DATA_NODES, Bytes.EMPTY).stream()
                .map(row -> describe(DataNodeCodec.decode(row.value())))
                .toList();
    }

    private DataNodeDescriptor describe(DataNodeCodec.Row row) {
        Duration silence = Duration.of(rows.nowMicros() - row.heardMicros(), ChronoUnit.MICROS);
        return new DataNodeDescriptor(row.registration(), storagesOf(row), silence, row.activeTransfers(), held(row));
    }

    private HeldBlocks held(DataNodeCodec.Row row) {
        Bytes report = rows.get(Table.REPORTS, Keys.of(row.registration().id().value()));
        if (report == null) {
            return HeldBlocks.UNKNOWN;
        }
        Decoder in = Versions.read(report);
        long replicas = in.getLong();
        return new HeldBlocks(replicas, Duration.of(rows.nowMicros() - in.getLong(), ChronoUnit.MICROS));
    }

    /** A stored DataNode as a row of no store. */
    MoveRow.DataNodeRow moved(Bytes value) {
        DataNodeCodec.Row row = DataNodeCodec.decode(value);
        Optional<Decoder> report = Optional.ofNullable(
                        rows.get(Table.REPORTS, Keys.of(row.registration().id().value())))
                .map(Versions::read);
        return new MoveRow.DataNodeRow(
                row.registration(),
                storagesOf(row),
                row.heardMicros(),
                row.activeTransfers(),
                report.map(in -> new MoveRow.DataNodeRow.FullReport(in.getLong(), in.getLong())));
    }

    /** Without those that another DataNode has reported since. */
    private List<StorageReport> storagesOf(DataNodeCodec.Row row) {
        Optional<String> id = Optional.of(row.registration().id().value());
        return row.storages().stream()
                .filter(storage -> owner(storage.id()).equals(id))
                .toList();
    }

    private Optional<DataNodeCodec.Row> getForUpdate(DataNodeId id) {
        return Optional.ofNullable(rows.getForUpdate(Table.DATA_NODES, Keys.of(id.value())))
                .map(DataNodeCodec::decode);
    }

    private void put(DataNodeCodec.Row row) {
        Bytes key = Keys.of(row.registration().id().value());
        rows.put(Table.DATA_NODES, key, DataNodeCodec.encode(row));
    }

    @Override
    public void register(DataNodeRegistration registration) {
        Optional<DataNodeCodec.Row> old = getForUpdate(registration.id());
        dropCommands(registration.id());
        put(new DataNodeCodec.Row(
                registration,
                old.map(DataNodeCodec.Row::storages).orElse(List.of()),
                rows.nowMicros(),
                old.map(DataNodeCodec.Row::activeTransfers).orElse(0)));
    }

    @Override
    public boolean heartbeat(DataNodeId id, List<StorageReport> storages, int activeTransfers) {
        Optional<DataNodeCodec.Row> old = getForUpdate(id);
        old.ifPresent(row -> {
            List<String> before = storageIds(storagesOf(row));
            List<String> after = storageIds(storages);
            before.stream().filter(storage -> !after.contains(storage)).forEach(this::forgetStorage);
            after.stream()
                    .filter(storage -> !before.contains(storage))
                    .sorted()
                    .forEach(storage -> rows.put(Table.STORAGES, Keys.of(storage), Keys.of(id.value())));
            put(new DataNodeCodec.Row(row.registration(), storages, rows.nowMicros(), activeTransfers));
        });
        return old.isPresent();
    }

    private static List<String> storageIds(List<StorageReport> storages) {
        return storages.stream().map(storage -> storage.id().value()).distinct().toList();
    }

    private void forgetStorage(String storage) {
        rows.delete(Table.STORAGES, Keys.of(storage));
    }

    @Override
    public void noteReport(DataNodeId id, long replicas) {
        if (rows.get(Table.DATA_NODES, Keys.of(id.value())) != null) {
            putReport(id, replicas, rows.nowMicros());
        }
    }

    @Override
    public void noteReplicas(DataNodeId id, long replicas) {
        Bytes report = rows.getForUpdate(Table.REPORTS, Keys.of(id.value()));
        if (report != null) {
            Decoder in = Versions.read(report);
            in.getLong();
            putReport(id, replicas, in.getLong());
        }
    }

    private void putReport(DataNodeId id, long replicas, long reportedMicros) {
        rows.put(
                Table.REPORTS,
                Keys.of(id.value()),
                Versions.begin().putLong(replicas).putLong(reportedMicros).bytes());
    }

    @Override
    public void remove(DataNodeId id) {
        getForUpdate(id).ifPresent(row -> {
            storageIds(storagesOf(row)).forEach(this::forgetStorage);
            dropCommands(id);
            rows.delete(Table.REPORTS, Keys.of(id.value()));
            rows.delete(Table.DATA_NODES, Keys.of(id.value()));
        });
    }

    private void dropCommands(DataNodeId id) {
        for (Entry command : rows.scan(Table.COMMANDS, Keys.prefix(id.value()))) {
            rows.delete(Table.COMMANDS, command.key());
        }
    }
}
