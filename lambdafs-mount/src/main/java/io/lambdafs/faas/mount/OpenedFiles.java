package io.lambdafs.faas.mount;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** The files that programs have open, by the numbers that the kernel knows them by. Thread-safe. */
final class OpenedFiles {
    /** With what waits to be flushed, they take a part of the memory that the process has. */
    private static final int MOST = 1024;

    private final LongFunction<OpenInode> maker;
    private final Map<Long, Entry> opened = new HashMap<>();
    private final Map<Long, Shared> inodes = new HashMap<>();
    private long last;

    /**
     * None yet.
     *
     * @param maker makes what all share that have a file open, from the file's number in the volume
     */
    OpenedFiles(LongFunction<OpenInode> maker) {
        this.maker = requireNonNull(maker, "maker");
    }

    private record Entry(long inode, OpenedFile file) {}

    private record Shared(OpenInode inode, int holders) {}

    synchronized long open(long inode, int flags) {
        if (opened.size() >= MOST) {
            throw new PosixException(Errno.EMFILE, MOST + " files are open");
        }
        Shared shared = inodes.get(inode);
        Shared now =
                shared == null ? new Shared(maker.apply(inode), 1) : new Shared(shared.inode(), shared.holders() + 1);
        inodes.put(inode, now);
        opened.put(++last, new Entry(inode, new OpenedFile(now.inode(), flags)));
        return last;
    }

    synchronized OpenedFile get(long number) {
        Entry entry = opened.get(number);
        if (entry == null) {
            throw new PosixException(Errno.EBADF, "file " + number + " is not open");
        }
        return entry.file();
    }

    /** What those share that have this file open; empty if nobody has. */
    synchronized Optional<OpenInode> find(long inode) {
        return Optional.ofNullable(inodes.get(inode)).map(Shared::inode);
    }

    synchronized void release(long number) {
        Entry entry = opened.remove(number);
        if (entry == null) {
            return;
        }
        Shared shared = requireNonNull(inodes.get(entry.inode()), "an open file has its inode");
        if (shared.holders() > 1) {
            inodes.put(entry.inode(), new Shared(shared.inode(), shared.holders() - 1));
        } else {
            inodes.remove(entry.inode());
            shared.inode().close();
        }
    }
}
