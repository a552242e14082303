package io.lambdafs.faas.posix;

import io.lambdafs.faas.transaction.VolumeTransaction;

/** The calls on the bytes of open files. */
final class Contents {
    /** The store cuts so many blocks off an object at once at most. */
    private static final long MOST_CUT_BLOCKS = 65_536;

    private final Session session;
    private final VolumeTransaction transaction;
    private final long blockSize;

    Contents(Session session, int blockSize) {
        this.session = session;
        this.blockSize = blockSize;
        transaction = session.transaction();
    }

    private long content(OpenFileDescription file) {
        return session.inodes().content(file.inode());
    }

    int read(OpenFileDescription file, byte[] into, int from, int length) {
        int done = readAt(file, file.position(), into, from, length);
        file.moveTo(file.position() + done);
        return done;
    }

    int readAt(OpenFileDescription file, long offset, byte[] into, int from, int length) {
        file.requireReads();
        if (offset < 0) {
            throw new PosixException(Errno.EINVAL, "offset " + offset);
        }
        return length == 0 ? 0 : transaction.read(content(file), offset, into, from, length);
    }

    int write(OpenFileDescription file, byte[] bytes, int from, int length) {
        file.requireWrites();
        if (length == 0) {
            return 0;
        }
        long offset = file.appends() ? transaction.length(content(file)) : file.position();
        write(file, offset, bytes, from, length);
        file.moveTo(offset + length);
        return length;
    }

    int writeAt(OpenFileDescription file, long offset, byte[] bytes, int from, int length) {
        file.requireWrites();
        if (offset < 0) {
            throw new PosixException(Errno.EINVAL, "offset " + offset);
        }
        if (length > 0) {
            // As Linux does, and unlike POSIX.
            write(file, file.appends() ? transaction.length(content(file)) : offset, bytes, from, length);
        }
        return length;
    }

    private void write(OpenFileDescription file, long offset, byte[] bytes, int from, int length) {
        if (offset > Long.MAX_VALUE - length) {
            throw new PosixException(Errno.EFBIG, "offset " + offset);
        }
        transaction.write(content(file), offset, bytes, from, length);
        session.touch(file.inode());
    }

    long seek(OpenFileDescription file, long offset, Whence whence) {
        long to = switch (whence) {
            case SET -> offset;
            case CURRENT -> sum(file.position(), offset);
            case END -> sum(length(file), offset);
            case DATA, HOLE -> hole(file, offset, whence == Whence.HOLE);
        };
        if (to < 0) {
            throw new PosixException(Errno.EINVAL, "offset " + to);
        }
        file.moveTo(to);
        return to;
    }

    private static long sum(long base, long offset) {
        if (offset > 0 && base > Long.MAX_VALUE - offset) {
            throw new PosixException(Errno.EOVERFLOW, "offset " + offset);
        }
        return base + offset;
    }

    private long length(OpenFileDescription file) {
        return file.type() == FileType.REGULAR ? transaction.length(content(file)) : 0;
    }

    private long hole(OpenFileDescription file, long offset, boolean wantsHole) {
        long length = length(file);
        if (offset < 0 || offset >= length) {
            throw new PosixException(Errno.ENXIO, "offset " + offset);
        }
        if (wantsHole) {
            // All that is there counts as data, which is allowed; only the end is a hole.
            return length;
        }
        long data = transaction.nextData(content(file), offset);
        if (data == length) {
            throw new PosixException(Errno.ENXIO, "there are only zeros from offset " + offset + " on");
        }
        return data;
    }

    /** Makes a file this long, exactly. */
    void truncate(long inode, long length) {
        if (length < 0) {
            throw new PosixException(Errno.EINVAL, "length " + length);
        }
        Inodes inodes = session.inodes();
        long content = inodes.content(inode);
        if (length == 0) {
            transaction.drop(content);
            inodes.setContent(inode, transaction.newObject());
        } else {
            if ((transaction.length(content) - length) / blockSize > MOST_CUT_BLOCKS) {
                throw new PosixException(
                        Errno.EFBIG, "a transaction cuts at most " + MOST_CUT_BLOCKS + " blocks off a file");
            }
            transaction.truncate(content, length);
        }
        session.touch(inode);
    }

    void allocate(OpenFileDescription file, long offset, long length) {
        file.requireWrites();
        if (offset < 0 || length <= 0) {
            throw new PosixException(Errno.EINVAL, "bytes " + offset + " to " + length + " more");
        }
        long end = sum(offset, length);
        if (transaction.length(content(file)) < end) {
            transaction.extend(content(file), end);
            session.touch(file.inode());
        }
    }
}
