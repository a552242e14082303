package io.lambdafs.faas.posix;

import static java.util.Objects.requireNonNull;

/**
 * What {@code stat} tells.
 *
 * @param inode the file's number in its volume
 * @param mode its permissions, without the bits of its type: 12 bits
 * @param links how many names it has; of a directory always 1, as on some other file systems, so that directories that are made in
 *     the same directory do not conflict
 * @param size its length in bytes; of a symbolic link, of its target
 * @param modifiedNanos when its content changed, in nanoseconds since 1970
 * @param changedNanos when it changed in any way, in nanoseconds since 1970
 * @param blockSize in which unit it is best read, in bytes
 */
public record Stat(
        long inode,
        FileType type,
        int mode,
        int links,
        int uid,
        int gid,
        long size,
        long modifiedNanos,
        long changedNanos,
        int blockSize) {
    public Stat {
        requireNonNull(type, "type");
    }
}
