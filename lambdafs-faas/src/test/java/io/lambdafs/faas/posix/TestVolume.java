package io.lambdafs.faas.posix;

import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.stepped.SteppedEngine;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A volume in the engine's own core, in memory, for callers that take turns. */
public final class TestVolume {
    static final String MOUNT = "/mnt/v";

    private final VolumeStore store;
    private final VolumeInfo info;
    private long nanos = 1;

    public TestVolume(int blockSize) {
        this(blockSize, store -> store);
    }

    /** A volume whose store is seen through something. */
    TestVolume(int blockSize, UnaryOperator<VolumeStore> seen) {
        SteppedEngine engine = new SteppedEngine(this::moment, new Random(1), batch -> {});
        MetadataStore opened =
                engine.openAtOnce(new Bounds(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(10)));
        store = seen.apply(opened.volumes().orElseThrow());
        info = store.create(blockSize);
    }

    private Moment moment() {
        nanos += 1000;
        return new Moment(nanos, nanos / 1000);
    }

    /** Lets time pass. */
    void pass(Duration time) {
        nanos += time.toNanos();
    }

    VolumeStore store() {
        return store;
    }

    VolumeInfo info() {
        return info;
    }

    /** The files as a further function instance has them. */
    public VolumeFiles instance(CacheUpdate update) {
        return instance(update, Credentials.ROOT, TransactionLimits.defaults());
    }

    VolumeFiles instance(CacheUpdate update, Credentials caller, TransactionLimits limits) {
        return new VolumeFiles(
                new OpenVolume(store, info, update, limits),
                caller,
                MOUNT,
                () -> Instant.EPOCH.plusNanos(moment().nanos()));
    }
}
