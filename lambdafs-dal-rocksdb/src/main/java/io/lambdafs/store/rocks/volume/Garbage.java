package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.VolumeId;
import java.util.List;

/** The rows of objects and volumes that nobody asks for any more, which are deleted a few at a time. */
final class Garbage {
    private static final int ROWS_AT_ONCE = 500;
    /** Stands for all objects of a volume; no object has this number. */
    private static final long ALL = 0;

    private Garbage() {}

    /** Notes that an object is dropped. */
    static void add(VersionedRows rows, VolumeId volume, long object) {
        Bytes key = new Encoder()
                .putLong(rows.nowMicros())
                .putLong(volume.value())
                .putLong(object)
                .bytes();
        rows.put(Table.VOLUME_GARBAGE, key, StoredRow.of(rows.commit(), Bytes.EMPTY));
    }

    /** Notes that a volume is deleted. */
    static void addAll(VersionedRows rows, VolumeId volume) {
        add(rows, volume, ALL);
    }

    /** Deletes some rows of the oldest garbage, if that is old enough. */
    static void clear(VersionedRows rows) {
        List<Entry> oldest = rows.visible(Table.VOLUME_GARBAGE, Bytes.EMPTY, Bytes.EMPTY, 1);
        if (oldest.isEmpty()) {
            return;
        }
        Bytes key = oldest.get(0).key();
        Decoder in = new Decoder(key);
        if (rows.nowMicros() - in.getLong() <= rows.versionsAge().toNanos() / 1000) {
            return;
        }
        VolumeId volume = new VolumeId(in.getLong());
        long object = in.getLong();
        boolean done = object == ALL ? clearVolume(rows, volume) : clearObject(rows, volume, object);
        if (done) {
            rows.delete(Table.VOLUME_GARBAGE, key);
        }
    }

    private static boolean clearObject(VersionedRows rows, VolumeId volume, long object) {
        return clear(rows, Table.VOLUME_ITEMS, VolumeKeys.object(volume, object));
    }

    private static boolean clearVolume(VersionedRows rows, VolumeId volume) {
        Bytes prefix = VolumeKeys.volume(volume);
        for (Table table : List.of(Table.VOLUME_ITEMS, Table.VOLUME_UNDO, Table.VOLUME_LOG, Table.VOLUME_COMMITS)) {
            if (!clear(rows, table, prefix)) {
                return false;
            }
        }
        return true;
    }

    /** Deletes some rows whose keys begin like this, and says whether these were all. */
    private static boolean clear(VersionedRows rows, Table table, Bytes prefix) {
        List<Entry> found = rows.visible(table, prefix, prefix.prefixEnd(), ROWS_AT_ONCE);
        found.forEach(row -> rows.delete(table, row.key()));
        return found.size() < ROWS_AT_ONCE;
    }
}
