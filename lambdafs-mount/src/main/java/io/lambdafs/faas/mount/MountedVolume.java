package io.lambdafs.faas.mount;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.DirectoryEntry;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.faas.posix.TimeChange;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.store.volume.ByteString;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What a mount does with a volume. A call with a path is a transaction of its own; so is what is done with a file between its first change
 * and the flush. What waits to be flushed all programs of this machine see. Paths lead from the volume's root, and the kernel has followed
 * their symbolic links. All methods throw {@link PosixException}s. Thread-safe.
 */
final class MountedVolume {
    private static final long CACHE = 64 << 20;

    private final MountTransactions transactions;
    private final OpenedFiles opened;

    MountedVolume(VolumeOpener opener, RandomGenerator random) {
        this.transactions = new MountTransactions(opener.open(CACHE), Retries.defaults(), random);
        this.opened = new OpenedFiles(inode -> new OpenInode(inode, transactions, opener, random));
    }

    private void change(Consumer<VolumeFiles> work) {
        boolean unused = transactions.run(files -> {
            work.accept(files);
            return true;
        });
    }

    Stat stat(String path) {
        Stat committed = transactions.run(files -> files.stat(At.root(path), false));
        return opened.find(committed.inode())
                .filter(OpenInode::hasPending)
                .map(OpenInode::stat)
                .orElse(committed);
    }

    /** Changes the attributes of a file, after what was done with it before. */
    private void changeFlushed(String path, Consumer<VolumeFiles> work) {
        long inode = transactions.run(files -> files.stat(At.root(path), false)).inode();
        opened.find(inode).ifPresent(OpenInode::flush);
        change(work);
    }

    /** All entries of a directory, {@code .} and {@code ..} among them. */
    List<DirectoryEntry> list(String path) {
        return transactions.run(files -> {
            long directory = files.open(At.root(path), OpenFlags.RDONLY | OpenFlags.DIRECTORY, 0);
            try {
                return List.copyOf(files.list(directory, 0, Integer.MAX_VALUE));
            } finally {
                files.release(directory);
            }
        });
    }

    String readlink(String path) {
        return transactions.run(files -> files.readlink(At.root(path))).text();
    }

    void mkdir(String path, int mode, Owner owner) {
        change(files -> {
            files.mkdir(At.root(path), mode);
            owner.give(files, path);
        });
    }

    void symlink(String target, String path, Owner owner) {
        change(files -> {
            files.symlink(ByteString.of(target), At.root(path));
            owner.give(files, path);
        });
    }

    void unlink(String path) {
        change(files -> files.unlink(At.root(path)));
    }

    void rmdir(String path) {
        change(files -> files.rmdir(At.root(path)));
    }

    void rename(String from, String to) {
        change(files -> files.rename(At.root(from), At.root(to), true));
    }

    void link(String from, String to) {
        change(files -> files.link(At.root(from), At.root(to), false));
    }

    void chmod(String path, int mode) {
        changeFlushed(path, files -> files.chmod(At.root(path), false, mode));
    }

    void chown(String path, int uid, int gid) {
        changeFlushed(path, files -> files.chown(At.root(path), false, uid, gid));
    }

    void truncate(String path, long length) {
        changeFlushed(path, files -> files.truncate(At.root(path), length));
    }

    void setModified(String path, TimeChange time) {
        changeFlushed(path, files -> files.setModified(At.root(path), false, time));
    }

    /** Makes an empty file, at once, and opens it. */
    long create(String path, int flags, int mode, Owner owner) {
        long inode = transactions.run(files -> {
            long handle = files.open(At.root(path), flags | OpenFlags.CREAT, mode);
            owner.give(files, path);
            long number = files.stat(handle).inode();
            files.release(handle);
            return number;
        });
        return opened.open(inode, flags);
    }

    /** Opens a file. One that is to be emptied is emptied with the first flush. */
    long open(String path, int flags) {
        Stat stat = stat(path);
        if (stat.type() == FileType.SYMLINK) {
            throw new PosixException(Errno.ELOOP, path);
        }
        long handle = opened.open(stat.inode(), flags);
        if (OpenFlags.has(flags, OpenFlags.TRUNC) && OpenFlags.writes(flags) && stat.size() > 0) {
            file(handle).truncate(0);
        }
        return handle;
    }

    /** An open file. */
    OpenedFile file(long handle) {
        return opened.get(handle);
    }

    void release(long handle) {
        opened.release(handle);
    }

    /** The user and the group that a new file belongs to. */
    record Owner(int uid, int gid) {
        void give(VolumeFiles files, String path) {
            if (uid != 0 || gid != 0) {
                // A directory with the setgid bit has given its own group already.
                boolean inherited = files.stat(At.root(path), false).gid() != 0;
                files.chown(At.root(path), false, uid, inherited ? -1 : gid);
            }
        }
    }
}
