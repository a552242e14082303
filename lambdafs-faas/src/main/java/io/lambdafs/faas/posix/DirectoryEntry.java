package io.lambdafs.faas.posix;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.volume.ByteString;

/** An entry of a directory, as {@code readdir} returns it; also {@code .} and {@code ..}. */
public record DirectoryEntry(ByteString name, long inode, FileType type) {
    public DirectoryEntry {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
    }
}
