package io.lambdafs.cli.faas;

import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.NamedVolume;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** The volumes of a stack's store, as commands work with them. Failures are IOExceptions whose message is for the user. */
public final class VolumeAccess {
    /** Says how the store of the stack in a data directory is opened, or of the one in the usual directory. */
    @FunctionalInterface
    public interface Finder {
        StoreConfig find(Optional<Path> dataDirectory);
    }

    /** What a command does with the volumes. */
    @FunctionalInterface
    interface Work {
        int with(MetadataStore store, VolumeStore volumes) throws IOException, InterruptedException;
    }

    private final Function<Optional<Path>, StoreConfig> stores;

    public VolumeAccess(Finder stores) {
        this.stores = stores::find;
    }

    /** How the store is opened. */
    StoreConfig store(Optional<Path> dataDirectory) {
        return stores.apply(dataDirectory);
    }

    int run(Optional<Path> dataDirectory, Work work) throws IOException, InterruptedException {
        try (MetadataStore store = Stores.open(stores.apply(dataDirectory))) {
            return work.with(store, NamedVolume.volumes(store));
        } catch (StoreException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The files of a volume, for the superuser. */
    static VolumeFiles files(VolumeStore volumes, VolumeInfo volume, CacheUpdate update, String mount) {
        return new VolumeFiles(
                new OpenVolume(volumes, volume, update, TransactionLimits.defaults()),
                Credentials.ROOT,
                mount,
                InstantSource.system());
    }
}
