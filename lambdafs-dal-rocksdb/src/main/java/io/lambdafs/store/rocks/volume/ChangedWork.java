package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.engine.VolumeWork;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeId;
import java.util.List;
import java.util.Optional;

/** Tells which items of an object changed after one moment and up to another. */
public record ChangedWork(VolumeId volume, long object, long position, long timestamp)
        implements VolumeWork<Optional<List<Item>>> {
    @Override
    public Optional<List<Item>> run(VersionedRows rows) {
        VolumeRow row = VolumeRow.visible(rows, volume);
        FetchWork.requireMoment(rows, row, timestamp);
        return ChangedItems.between(rows, row, position, timestamp, Version.ABSENT)
                .map(items ->
                        items.stream().filter(item -> item.object() == object).toList());
    }
}
