package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What items held before. A row's value begins with the number of the commit that replaced what it has. */
final class OlderVersion {
    private OlderVersion() {}

    static Bytes stored(long replacedBy, Bytes value) {
        return StoredRow.of(replacedBy, value);
    }

    /** What an item held at a moment, where its row in {@link Table#VOLUME_ITEMS} is this one. */
    static Version at(VersionedRows rows, VolumeId volume, Item item, @Nullable Bytes row, long timestamp) {
        if (row != null && StoredRow.commit(row) <= timestamp) {
            return version(StoredRow.commit(row), row);
        }
        Bytes prefix = VolumeKeys.undo(volume, item);
        List<Entry> older =
                rows.visible(Table.VOLUME_UNDO, VolumeKeys.undo(volume, item, timestamp), prefix.prefixEnd(), 1);
        if (older.isEmpty() || StoredRow.commit(older.get(0).value()) <= timestamp) {
            // There was none yet, or it was removed before that.
            return Version.NONE;
        }
        return version(
                VolumeKeys.Older.of(older.get(0).key()).commit(), older.get(0).value());
    }

    /** The version of a row, whose value follows a number. */
    static Version version(long commit, Bytes stored) {
        return new Version(commit, Optional.of(ByteString.owning(new Decoder(stored, Long.BYTES).getRest())));
    }

    /** A length as an item's value. */
    static Bytes length(long length) {
        return new Encoder().putLong(length).bytes();
    }
}
