package io.lambdafs.faas.action;

import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.NamedVolume;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.volume.CacheUpdate;
import java.io.IOException;
import java.time.InstantSource;

/** Opens the volume that an action names. */
final class ActionVolume {
    private ActionVolume() {}

    /** Its files, for the superuser. */
    static VolumeFiles open(MetadataStore store, String volume, String mount) throws IOException {
        return new VolumeFiles(
                new OpenVolume(
                        NamedVolume.volumes(store),
                        NamedVolume.find(store, volume),
                        CacheUpdate.EAGER,
                        TransactionLimits.defaults()),
                Credentials.ROOT,
                mount,
                InstantSource.system());
    }
}
