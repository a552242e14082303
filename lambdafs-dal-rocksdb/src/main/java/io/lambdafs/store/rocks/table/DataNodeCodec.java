package io.lambdafs.store.rocks.table;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.util.ArrayList;
import java.util.List;

/** How a DataNode is stored. */
public final class DataNodeCodec {
    /** A DataNode as it registered, and what its last heartbeat said. */
    record Row(DataNodeRegistration registration, List<StorageReport> storages, long heardMicros, int activeTransfers) {
        Row {
            requireNonNull(registration, "registration");
            storages = List.copyOf(storages);
        }
    }

    private DataNodeCodec() {}

    static Bytes encode(Row row) {
        DataNodeRegistration node = row.registration();
        Encoder out = Versions.begin();
        put(out, node);
        out.putLong(row.heardMicros()).putInt(row.activeTransfers());
        out.putInt(row.storages().size());
        row.storages().forEach(storage -> put(out, storage));
        return out.bytes();
    }

    /** Writes a registration. */
    public static void put(Encoder out, DataNodeRegistration node) {
        out.putText(node.id().value())
                .putText(node.hostName())
                .putText(node.ipAddress())
                .putInt(node.ports().transfer())
                .putInt(node.ports().info())
                .putInt(node.ports().ipc())
                .putText(node.softwareVersion());
    }

    /** Writes what is said of a storage. */
    public static void put(Encoder out, StorageReport storage) {
        StorageReport.Space space = storage.space();
        out.putText(storage.id().value()).putText(storage.type()).putFlag(storage.failed());
        out.putLong(space.capacity()).putLong(space.dfsUsed());
        out.putLong(space.remaining()).putLong(space.blockPoolUsed());
    }

    static Row decode(Bytes value) {
        Decoder in = Versions.read(value);
        DataNodeRegistration registration = getRegistration(in);
        long heard = in.getLong();
        int transfers = in.getInt();
        List<StorageReport> storages = new ArrayList<>();
        for (int left = in.getCount(); left > 0; left--) {
            storages.add(getStorage(in));
        }
        return new Row(registration, storages, heard, transfers);
    }

    /** Reads a registration. */
    public static DataNodeRegistration getRegistration(Decoder in) {
        return new DataNodeRegistration(
                new DataNodeId(in.getText()),
                in.getText(),
                in.getText(),
                new DataNodeRegistration.Ports(in.getInt(), in.getInt(), in.getInt()),
                in.getText());
    }

    /** Reads what is said of a storage. */
    public static StorageReport getStorage(Decoder in) {
        return new StorageReport(
                new StorageId(in.getText()),
                in.getText(),
                in.getFlag(),
                new StorageReport.Space(in.getLong(), in.getLong(), in.getLong(), in.getLong()));
    }
}
