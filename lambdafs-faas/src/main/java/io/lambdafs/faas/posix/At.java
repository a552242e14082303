package io.lambdafs.faas.posix;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.volume.ByteString;

/**
 * Where a file is.
 *
 * @param directory the handle of the open directory from which the path leads; {@link #ROOT} for the volume's root
 * @param path names with slashes between them, of any bytes but zero; a slash at the beginning leads from the volume's root
 */
public record At(long directory, ByteString path) {
    /** Stands for the volume's root, which need not be opened. */
    public static final long ROOT = 0;

    public At {
        requireNonNull(path, "path");
    }

    /** A path from the volume's root. */
    public static At root(String path) {
        return new At(ROOT, ByteString.of(path));
    }
}
