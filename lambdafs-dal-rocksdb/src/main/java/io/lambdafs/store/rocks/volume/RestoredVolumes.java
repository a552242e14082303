package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.VolumeId;
import java.util.List;

/**
 * The volumes of a backup that becomes the present store. Function instances may have cached what was committed after the backup and is
 * gone now, and may have reserved objects then.
 */
public final class RestoredVolumes {
    /** More objects than a volume gives out between a backup and its restoration. */
    private static final long OBJECTS = 1L << 40;

    private RestoredVolumes() {}

    /**
     * Has every cache forget everything, every transaction that is open begin again, and no object given again.
     *
     * @param lastCommit the last one that may have been made
     */
    public static List<BatchRow> changes(KeyValues tables, long lastCommit) {
        return tables.scan(Table.VOLUMES, Bytes.EMPTY, Bytes.EMPTY, Integer.MAX_VALUE).stream()
                .map(row -> {
                    VolumeRow volume = VolumeRow.of(new VolumeId(new Decoder(row.key()).getLong()), row.value());
                    VolumeRow restored = volume.withNextObject(Math.addExact(volume.nextObject(), OBJECTS))
                            .withTrimmed(lastCommit);
                    return new BatchRow(Table.VOLUMES, row.key(), restored.stored(lastCommit));
                })
                .toList();
    }
}
