package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.Version;

/** Forgets what items held before, a few commits at a time. */
final class Trim {
    /** So many go at once at most. That is more than are added until the next time, so the log does not grow. */
    private static final int COMMITS_AT_ONCE = 64;

    private Trim() {}

    /** Forgets the oldest commits, as far as they are old enough. */
    static void run(VersionedRows rows, VolumeRow volume) {
        Bytes all = VolumeKeys.volume(volume.id());
        long trimmed = volume.trimmed();
        for (Entry row : rows.visible(
                Table.VOLUME_LOG, VolumeKeys.log(volume.id(), trimmed + 1), all.prefixEnd(), COMMITS_AT_ONCE)) {
            LogRow log = LogRow.of(row.value());
            if (rows.nowMicros() - log.micros() <= rows.versionsAge().toNanos() / 1000) {
                break;
            }
            trimmed = new Decoder(row.key(), Long.BYTES).getLong();
            for (LogRow.Changed changed : log.changed()) {
                if (changed.before() != Version.ABSENT) {
                    rows.delete(Table.VOLUME_UNDO, VolumeKeys.undo(volume.id(), changed.item(), changed.before()));
                }
            }
            rows.delete(Table.VOLUME_COMMITS, VolumeKeys.commit(volume.id(), log.id()));
            rows.delete(Table.VOLUME_LOG, row.key());
        }
        if (trimmed != volume.trimmed()) {
            volume.withTrimmed(trimmed).put(rows);
        }
    }
}
