package io.lambdafs.benchmark.faas;

import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Function instances on one volume of a store: each has a connection and a cache of its own, as in a process of its own. Used by one thread;
 * each instance may be used by another.
 */
final class Instances implements AutoCloseable {
    private static final int BLOCK_SIZE = 4096;

    private final StoreConfig config;
    private final List<MetadataStore> stores = new ArrayList<>();
    private final VolumeInfo volume;

    /** On a new volume. */
    Instances(StoreConfig config) {
        this.config = config;
        this.volume = open().create(BLOCK_SIZE);
    }

    private VolumeStore open() {
        MetadataStore store = Stores.open(config);
        stores.add(store);
        return store.volumes().orElseThrow(() -> new IllegalStateException("the store has no volumes"));
    }

    /** A further instance. */
    VolumeFiles instance(CacheUpdate update, String mount) {
        return new VolumeFiles(
                new OpenVolume(open(), volume, update, TransactionLimits.defaults()),
                Credentials.ROOT,
                mount,
                InstantSource.system());
    }

    /** Deletes the volume. */
    @Override
    public void close() {
        stores.get(0).volumes().ifPresent(volumes -> volumes.delete(volume.id()));
        stores.forEach(MetadataStore::close);
    }
}
