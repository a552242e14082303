package io.lambdafs.faas.posix;

import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.volume.CacheUpdate;
import java.time.InstantSource;

/** A volume in memory whose files have the times of the real clock, so that programs find them plausible. */
public final class TimedVolume {
    private final TestVolume volume = new TestVolume(4096);

    public VolumeFiles instance() {
        OpenVolume open = new OpenVolume(volume.store(), volume.info(), CacheUpdate.LAZY, TransactionLimits.defaults());
        return new VolumeFiles(open, Credentials.ROOT, TestVolume.MOUNT, InstantSource.system());
    }
}
