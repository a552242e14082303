package io.lambdafs.faas.posix;

import io.lambdafs.store.volume.ByteString;
import java.nio.ByteBuffer;

/** What an entry of a directory holds: which file it names, and of what type that is. */
record Link(FileType type, long inode) {
    static Link of(ByteString stored) {
        ByteBuffer in = ByteBuffer.wrap(stored.array());
        return new Link(FileType.numbered(in.get()), in.getLong());
    }

    ByteString stored() {
        return ByteString.owning(ByteBuffer.allocate(1 + Long.BYTES)
                .put((byte) type.number())
                .putLong(inode)
                .array());
    }
}
