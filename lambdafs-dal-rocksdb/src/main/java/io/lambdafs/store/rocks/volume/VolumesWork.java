package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.ObjectRange;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.Optional;

/** Work on volumes as a whole. */
public final class VolumesWork {
    private VolumesWork() {}

    /** Makes a volume. Its number is that of the commit that makes it. */
    public static VolumeInfo create(VersionedRows rows, int blockSize) {
        return create(rows, new VolumeId(rows.commit()), blockSize);
    }

    /** Makes the volume of a directory if it is not there; returns what is there. */
    public static VolumeInfo createIfAbsent(VersionedRows rows, VolumeId volume, int blockSize) {
        if (volume.directory().isEmpty()) {
            throw new StoreException(
                    Kind.INTERNAL, volume + " is not the number of a directory: the store gives it its number");
        }
        Bytes stored = rows.latest(Table.VOLUMES, VolumeKeys.volume(volume));
        return stored == null
                ? create(rows, volume, blockSize)
                : VolumeRow.of(volume, stored).info();
    }

    private static VolumeInfo create(VersionedRows rows, VolumeId volume, int blockSize) {
        try {
            VolumeInfo.requireBlockSize(blockSize);
        } catch (IllegalArgumentException e) {
            throw new StoreException(Kind.INTERNAL, String.valueOf(e.getMessage()), e);
        }
        VolumeRow row = VolumeRow.fresh(volume, blockSize, rows.nowMicros(), rows.commit());
        row.put(rows);
        return row.info();
    }

    /** The volume with this number, if there is one. */
    public static Optional<VolumeInfo> find(VersionedRows rows, VolumeId volume) {
        return Optional.ofNullable(rows.visible(Table.VOLUMES, VolumeKeys.volume(volume)))
                .map(stored -> VolumeRow.of(volume, stored).info());
    }

    /** All volumes. */
    public static List<VolumeInfo> all(VersionedRows rows) {
        return rows.visible(Table.VOLUMES, Bytes.EMPTY, Bytes.EMPTY, Integer.MAX_VALUE).stream()
                .map(row -> VolumeRow.of(new VolumeId(new Decoder(row.key()).getLong()), row.value())
                        .info())
                .toList();
    }

    /** Deletes a volume; says whether there was one. */
    public static boolean delete(VersionedRows rows, VolumeId volume) {
        Bytes key = VolumeKeys.volume(volume);
        if (rows.latest(Table.VOLUMES, key) == null) {
            return false;
        }
        rows.delete(Table.VOLUMES, key);
        Garbage.addAll(rows, volume);
        return true;
    }

    /** Reserves numbers of objects. */
    public static ObjectRange reserve(VersionedRows rows, VolumeId volume, int count) {
        if (count < 1 || count > VolumeStore.MAX_RESERVED) {
            throw new StoreException(
                    Kind.INTERNAL, "1 to " + VolumeStore.MAX_RESERVED + " objects are reserved at once, not " + count);
        }
        VolumeRow row = VolumeRow.latest(rows, volume);
        row.withNextObject(Math.addExact(row.nextObject(), count)).put(rows);
        return new ObjectRange(row.nextObject(), count);
    }
}
