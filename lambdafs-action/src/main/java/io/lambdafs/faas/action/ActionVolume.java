package io.lambdafs.faas.action;

import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/** Finds the volume that an action names. */
public final class ActionVolume {
    private ActionVolume() {}

    /** Its files, for the superuser. */
    static VolumeFiles open(MetadataStore store, String volume, String mount) throws IOException {
        VolumeStore volumes = store.volumes()
                .orElseThrow(() -> new IOException(
                        "this stack's store has no volumes: start a stack with the embedded store, '--store rocks'"));
        return new VolumeFiles(
                new OpenVolume(volumes, find(volumes, volume), CacheUpdate.EAGER, TransactionLimits.defaults()),
                Credentials.ROOT,
                mount,
                InstantSource.system());
    }

    /** The volume that this names; refuses if there is none. */
    public static VolumeInfo find(VolumeStore volumes, String volume) throws IOException {
        Optional<VolumeInfo> found = volume.matches("[1-9]\\d{0,17}")
                ? volumes.find(new VolumeId(Long.parseLong(volume)))
                : Optional.empty();
        return found.orElseThrow(() -> new IOException(
                "there is no volume " + volume + ": 'lambdafs volume list' shows those that there are"));
    }
}
