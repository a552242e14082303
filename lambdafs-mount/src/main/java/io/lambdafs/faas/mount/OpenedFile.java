package io.lambdafs.faas.mount;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.store.volume.ByteString;

/**
 * A file as one program has it open.
 *
 * @param flags how, as in {@link OpenFlags}
 */
record OpenedFile(OpenInode inode, int flags) {
    OpenedFile {
        requireNonNull(inode, "inode");
    }

    /** Reads at an offset; returns how many bytes, 0 at the end. */
    int read(byte[] into, int length, long offset) {
        return inode.read(into, length, offset);
    }

    Stat stat() {
        return inode.stat();
    }

    /** Writes at an offset, or at the end if the file was opened so. The bytes must not change afterwards. */
    void write(byte[] bytes, long offset) {
        requireWrites();
        ByteString written = ByteString.owning(bytes);
        inode.change(
                OpenFlags.has(flags, OpenFlags.APPEND)
                        ? new OpenFileChange.Appended(written)
                        : new OpenFileChange.Written(offset, written));
    }

    void truncate(long length) {
        requireWrites();
        inode.change(new OpenFileChange.Truncated(length));
    }

    private void requireWrites() {
        if (!OpenFlags.writes(flags)) {
            throw new PosixException(Errno.EBADF, "the file was not opened to be written");
        }
    }

    /** Makes durable what was written, by others on this machine as well. */
    void flush() {
        if (OpenFlags.writes(flags)) {
            inode.flush();
        }
    }
}
