package io.lambdafs.faas.mount;

import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.stepped.SteppedEngine;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A volume in the engine's own core, in memory. What is asked of it is answered by one caller after the other. */
final class EngineVolume implements VolumeOpener {
    private final VolumeStore store = new SteppedEngine(this::moment, new Random(1), batch -> {})
            .openAtOnce(new Bounds(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(10)))
            .volumes()
            .orElseThrow();
    private final VolumeInfo info = store.create(4096);
    private long nanos = 1;

    private synchronized Moment moment() {
        nanos += 1000;
        return new Moment(nanos, nanos / 1000);
    }

    /** The volume's store. */
    VolumeStore store() {
        return store;
    }

    VolumeInfo info() {
        return info;
    }

    @Override
    public VolumeFiles open(long cacheBytes) {
        return new VolumeFiles(
                new OpenVolume(
                        store,
                        info,
                        CacheUpdate.INVALIDATE,
                        TransactionLimits.defaults().withCache(cacheBytes)),
                Credentials.ROOT,
                "",
                () -> Instant.EPOCH.plusNanos(moment().nanos()));
    }
}
