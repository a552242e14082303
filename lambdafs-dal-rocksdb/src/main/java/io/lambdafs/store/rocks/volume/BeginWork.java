package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.engine.VolumeWork;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gives a transaction its timestamp, and tells its cache what it has missed. */
public record BeginWork(VolumeId volume, long position, long own, CacheUpdate update, Set<VolumeRule> rules)
        implements VolumeWork<Begun> {
    /** So many bytes of values are sent along at most. */
    private static final int MOST_BYTES = 1 << 20;

    /** An item counts as often fetched if it was fetched so many times lately. */
    private static final int OFTEN = 2;

    @Override
    public Begun run(VersionedRows rows) {
        VolumeRow row = VolumeRow.visible(rows, volume);
        long timestamp = rules.contains(VolumeRule.BEGIN_AT_THE_LAST_COMMIT)
                ? rows.lastVisible()
                : Math.max(row.trimmed(), position);
        if (update == CacheUpdate.LAZY) {
            return new Begun(timestamp, position >= row.trimmed() && position <= timestamp, List.of(), Map.of());
        }
        Optional<List<Item>> changed = ChangedItems.between(rows, row, position, timestamp, own);
        return changed.map(items -> new Begun(timestamp, true, items, values(rows, items, timestamp)))
                .orElseGet(() -> new Begun(timestamp, false, List.of(), Map.of()));
    }

    private Map<Item, Version> values(VersionedRows rows, List<Item> items, long timestamp) {
        Map<Item, Version> values = new HashMap<>();
        int room = update == CacheUpdate.INVALIDATE ? 0 : MOST_BYTES;
        for (Item item : items) {
            Bytes key = VolumeKeys.item(volume, item);
            if (room <= 0) {
                break;
            }
            if (update == CacheUpdate.EAGER || rows.reads(key) >= OFTEN) {
                Bytes stored = rows.visible(Table.VOLUME_ITEMS, key);
                Version version =
                        stored == null ? Version.NONE : OlderVersion.version(StoredRow.commit(stored), stored);
                if (version.commit() <= timestamp) {
                    values.put(item, version);
                    room -= Long.BYTES + (stored == null ? 0 : stored.length());
                }
            }
        }
        return values;
    }
}
