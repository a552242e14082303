package io.lambdafs.faas.posix;

import java.util.List;

/** What POSIX calls an open file description. */
final class OpenFileDescription {
    private final long inode;
    private final FileType type;
    private final int flags;
    private long position;
    private int holders = 1;
    private boolean outdated;
    private List<DirectoryEntry> entries = List.of();

    OpenFileDescription(long inode, FileType type, int flags) {
        this.inode = inode;
        this.type = type;
        this.flags = flags;
    }

    long inode() {
        return inode;
    }

    FileType type() {
        return type;
    }

    boolean appends() {
        return OpenFlags.has(flags, OpenFlags.APPEND);
    }

    long position() {
        return position;
    }

    void moveTo(long to) {
        position = to;
    }

    /** The entries that a directory had when they were listed from the beginning. */
    List<DirectoryEntry> entries() {
        return entries;
    }

    void setEntries(List<DirectoryEntry> all) {
        entries = List.copyOf(all);
    }

    /** It was opened in an earlier transaction. */
    void outdate() {
        outdated = true;
    }

    boolean isOutdated() {
        return outdated;
    }

    void retain() {
        holders++;
    }

    /** Returns whether nobody holds it any more. */
    boolean release() {
        return --holders == 0;
    }

    void requireReads() {
        if (!OpenFlags.reads(flags)) {
            throw new PosixException(Errno.EBADF, "the file was not opened to be read");
        }
        if (type == FileType.DIRECTORY) {
            throw new PosixException(Errno.EISDIR, "a directory is not read like a file");
        }
    }

    boolean isWritable() {
        return OpenFlags.writes(flags);
    }

    void requireWrites() {
        if (!isWritable()) {
            throw new PosixException(Errno.EBADF, "the file was not opened to be written");
        }
    }
}
