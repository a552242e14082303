package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.Item;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which items changed in some time. */
final class ChangedItems {
    /** If more commits or items changed, a cache does better to forget everything. */
    private static final int MOST_COMMITS = 1_000;

    private static final int MOST_ITEMS = 10_000;

    private ChangedItems() {}

    /**
     * The items that changed after one moment and up to another; empty if that is not known, or if it is too much.
     *
     * @param own the items that this commit changed last do not count
     */
    static Optional<List<Item>> between(VersionedRows rows, VolumeRow volume, long position, long timestamp, long own) {
        if (position < volume.trimmed() || position > timestamp) {
            return Optional.empty();
        }
        if (position == timestamp) {
            return Optional.of(List.of());
        }
        List<Entry> log = rows.visible(
                Table.VOLUME_LOG,
                VolumeKeys.log(volume.id(), position + 1),
                VolumeKeys.log(volume.id(), timestamp + 1),
                MOST_COMMITS + 1);
        if (log.size() > MOST_COMMITS) {
            return Optional.empty();
        }
        Set<Item> items = new LinkedHashSet<>();
        for (Entry row : log) {
            boolean isOwn = StoredRow.commit(row.value()) == own;
            for (LogRow.Changed changed : LogRow.of(row.value()).changed()) {
                if (isOwn) {
                    items.remove(changed.item());
                } else {
                    items.add(changed.item());
                }
            }
            if (items.size() > MOST_ITEMS) {
                return Optional.empty();
            }
        }
        return Optional.of(new ArrayList<>(items));
    }
}
