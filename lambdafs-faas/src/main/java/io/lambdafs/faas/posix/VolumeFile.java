package io.lambdafs.faas.posix;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.volume.ByteString;

/**
 * What a listing of a directory of a volume tells of an entry.
 *
 * @param inode the file's number in its volume
 * @param mode its permissions, without the bits of its type: 12 bits
 * @param size its length in bytes; of a symbolic link, of its target; of a directory 0
 * @param modifiedNanos when its content changed, in nanoseconds since 1970
 */
public record VolumeFile(ByteString name, FileType type, long inode, int mode, long size, long modifiedNanos) {
    public VolumeFile {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
    }
}
