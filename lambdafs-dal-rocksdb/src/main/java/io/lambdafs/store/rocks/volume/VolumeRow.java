package io.lambdafs.store.rocks.volume;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The row of a volume.
 *
 * @param createdMicros when it was made, in microseconds since 1970
 * @param nextObject no object with this number or a higher one was reserved
 * @param trimmed up to this commit, nothing is known of earlier versions of items, and of the transactions that changed
 *     them
 */
record VolumeRow(VolumeId id, int blockSize, long createdMicros, long nextObject, long trimmed) {
    private static final int VERSION = 1;

    /** The object that every volume has from its beginning, for what is above to find its way from. */
    private static final long FIRST_FREE = 2;

    static VolumeRow fresh(VolumeId id, int blockSize, long nowMicros, long commit) {
        return new VolumeRow(id, blockSize, nowMicros, FIRST_FREE, commit);
    }

    /** The volume with all that is committed; refuses if there is none. */
    static VolumeRow latest(VersionedRows rows, VolumeId id) {
        return require(id, rows.latest(Table.VOLUMES, VolumeKeys.volume(id)));
    }

    /** The volume as it is visible; refuses if there is none. */
    static VolumeRow visible(VersionedRows rows, VolumeId id) {
        return require(id, rows.visible(Table.VOLUMES, VolumeKeys.volume(id)));
    }

    private static VolumeRow require(VolumeId id, @Nullable Bytes stored) {
        if (stored == null) {
            throw new StoreException(
                    Kind.MISSING_ROW, "there is no " + id + ": it was deleted, or is of another store");
        }
        return of(id, stored);
    }

    static VolumeRow of(VolumeId id, Bytes stored) {
        Decoder in = new Decoder(requireNonNull(StoredRow.value(stored)));
        int version = in.getByte();
        if (version != VERSION) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    id + " is of version " + version + ", this release knows " + VERSION + ": use a newer release");
        }
        return new VolumeRow(id, in.getInt(), in.getLong(), in.getLong(), in.getLong());
    }

    void put(VersionedRows rows) {
        rows.put(Table.VOLUMES, VolumeKeys.volume(id), stored(rows.commit()));
    }

    Bytes stored(long commit) {
        Bytes value = new Encoder()
                .putByte(VERSION)
                .putInt(blockSize)
                .putLong(createdMicros)
                .putLong(nextObject)
                .putLong(trimmed)
                .bytes();
        return StoredRow.of(commit, value);
    }

    VolumeRow withNextObject(long next) {
        return new VolumeRow(id, blockSize, createdMicros, next, trimmed);
    }

    VolumeRow withTrimmed(long commit) {
        return new VolumeRow(id, blockSize, createdMicros, nextObject, commit);
    }

    /** Refuses to read at a moment of which older versions are gone. */
    void requireReadable(long timestamp) {
        if (timestamp < trimmed) {
            throw new StoreException(
                    Kind.EXPIRED,
                    "older versions of " + id + " are kept from commit " + trimmed
                            + " on, and the transaction reads at " + timestamp + ": begin again");
        }
    }

    VolumeInfo info() {
        return new VolumeInfo(id, blockSize, Instant.EPOCH.plus(createdMicros, ChronoUnit.MICROS));
    }
}
