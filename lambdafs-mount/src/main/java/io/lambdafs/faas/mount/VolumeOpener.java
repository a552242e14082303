package io.lambdafs.faas.mount;

import io.lambdafs.faas.posix.VolumeFiles;

/** Opens the files of the volume that is mounted, each time with transactions of their own, for the superuser. */
@FunctionalInterface
public interface VolumeOpener {
    /** Opens them; keeps at most so many bytes in a cache between transactions. */
    VolumeFiles open(long cacheBytes);
}
