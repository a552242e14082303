package io.lambdafs.faas.mount;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.TransactionException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A file that programs on this machine have open. The first change begins a transaction, in which all of them read the
 * file from then on; {@link #flush} commits it. If another transaction was faster, the changes are made again over what
 * that has left. Of two that write the same bytes the last to be flushed wins, as in a network file system.
 * Thread-safe.
 *
 * <p>What is written in one go is committed in parts if it is more than {@value #MOST_PENDING} bytes.
 */
final class OpenInode {
    /** So many bytes of changes are kept in memory at most. */
    static final int MOST_PENDING = 8 << 20;

    private static final long CACHE = 1 << 20;

    private final long inode;
    private final MountTransactions reading;
    private final VolumeOpener opener;
    private final RandomGenerator random;
    private final List<OpenFileChange> pending = new ArrayList<>();
    private int weight;
    private @Nullable Writing writing;

    /**
     * A file that nobody has changed yet.
     *
     * @param reading for what is read while no change is pending
     * @param opener opens the volume once the file is changed
     */
    OpenInode(long inode, MountTransactions reading, VolumeOpener opener, RandomGenerator random) {
        this.inode = inode;
        this.reading = requireNonNull(reading, "reading");
        this.opener = requireNonNull(opener, "opener");
        this.random = requireNonNull(random, "random");
    }

    /** Where changes are made. */
    private record Writing(VolumeFiles files, OpenFileChange.Handles handles) {}

    /** A call with a handle of the file. */
    @FunctionalInterface
    private interface Call<T> {
        T on(VolumeFiles files, long handle);
    }

    private <T> T look(Call<T> call) {
        Writing open = writing;
        if (open != null) {
            return call.on(open.files(), open.handles().plain());
        }
        return reading.run(files -> {
            long handle = files.openInode(inode, OpenFlags.RDONLY);
            try {
                return call.on(files, handle);
            } finally {
                files.release(handle);
            }
        });
    }

    /** Reads at an offset; returns how many bytes, 0 at the end. */
    synchronized int read(byte[] into, int length, long offset) {
        return look((files, handle) -> files.readAt(handle, offset, into, 0, length));
    }

    synchronized Stat stat() {
        return look(VolumeFiles::stat);
    }

    /** Whether there are changes that only this machine sees. */
    synchronized boolean hasPending() {
        return writing != null;
    }

    /** Makes a change, which the next flush makes durable. */
    synchronized void change(OpenFileChange change) {
        if (writing != null && weight + change.weight() > MOST_PENDING) {
            flush();
        }
        Writing open = writing == null ? begin() : writing;
        writing = open;
        try {
            change.applyTo(open.files(), open.handles());
        } catch (PosixException e) {
            // It is not known how much of it was done.
            forget(open);
            throw e;
        }
        pending.add(change);
        weight += change.weight();
    }

    private Writing begin() {
        VolumeFiles files = opener.open(CACHE);
        try {
            files.begin();
            return new Writing(files, open(files));
        } catch (TransactionException e) {
            throw MountFailures.of(e);
        }
    }

    private OpenFileChange.Handles open(VolumeFiles files) {
        return new OpenFileChange.Handles(
                files.openInode(inode, OpenFlags.RDWR), files.openInode(inode, OpenFlags.WRONLY | OpenFlags.APPEND));
    }

    private static void release(VolumeFiles files, OpenFileChange.Handles handles) {
        files.release(handles.plain());
        files.release(handles.appending());
    }

    private void forget(Writing open) {
        open.files().rollBack();
        writing = null;
        pending.clear();
        weight = 0;
    }

    /** Makes all changes durable. If that fails they are lost, and the failure says so. */
    synchronized void flush() {
        Writing open = writing;
        if (open == null) {
            return;
        }
        List<OpenFileChange> changes = List.copyOf(pending);
        writing = null;
        pending.clear();
        weight = 0;
        release(open.files(), open.handles());
        boolean lost;
        try {
            lost = open.files().commit() instanceof VolumeFiles.End.Lost;
        } catch (TransactionException e) {
            throw MountFailures.of(e);
        }
        if (lost) {
            boolean unused =
                    new MountTransactions(open.files(), Retries.defaults(), random).run(files -> again(files, changes));
        }
    }

    private boolean again(VolumeFiles files, List<OpenFileChange> changes) {
        OpenFileChange.Handles handles = open(files);
        changes.forEach(change -> change.applyTo(files, handles));
        release(files, handles);
        return true;
    }

    /** Forgets what was not flushed. */
    synchronized void close() {
        Writing open = writing;
        if (open != null) {
            forget(open);
        }
    }
}
