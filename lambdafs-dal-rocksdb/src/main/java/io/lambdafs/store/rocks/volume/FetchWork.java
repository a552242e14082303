package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.engine.VolumeWork;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeStore;
import java.util.ArrayList;
import java.util.List;

/** Reads items at a moment; of many that are large, only the first. */
public record FetchWork(VolumeId volume, long timestamp, List<Item> items) implements VolumeWork<List<Version>> {
    private static final int MOST_BYTES = 8 << 20;

    @Override
    public List<Version> run(VersionedRows rows) {
        if (items.isEmpty() || items.size() > VolumeStore.MAX_FETCHED) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "1 to " + VolumeStore.MAX_FETCHED + " items are fetched at once, not " + items.size());
        }
        requireMoment(rows, VolumeRow.visible(rows, volume), timestamp);
        List<Version> found = new ArrayList<>();
        int bytes = 0;
        for (Item item : items) {
            if (bytes > MOST_BYTES) {
                break;
            }
            Bytes key = VolumeKeys.item(volume, item);
            rows.noteRead(key);
            Version version = OlderVersion.at(rows, volume, item, rows.visible(Table.VOLUME_ITEMS, key), timestamp);
            bytes += version.value().map(value -> value.length()).orElse(0);
            found.add(version);
        }
        return found;
    }

    static void requireMoment(VersionedRows rows, VolumeRow volume, long timestamp) {
        volume.requireReadable(timestamp);
        if (timestamp > rows.lastVisible()) {
            throw new StoreException(
                    Kind.EXPIRED,
                    "commit " + timestamp + " is not visible, the last one is " + rows.lastVisible()
                            + ": the store was restored from a backup, so begin again");
        }
    }
}
