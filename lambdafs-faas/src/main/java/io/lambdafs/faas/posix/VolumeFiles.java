package io.lambdafs.faas.posix;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionException;
import io.lambdafs.faas.transaction.VolumeTransaction;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CommitOutcome;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of a volume for one function instance, in one transaction after the other. What is cached outlives a transaction, and so
 * do open directories; files that were opened in an earlier one can only be closed. Calls outside of a transaction fail with EIO.
 */
public final class VolumeFiles implements PosixCalls {
    private final OpenVolume volume;
    private final Credentials caller;
    private final ByteString mount;
    private final InstantSource clock;
    private final Handles handles = new Handles();
    private @Nullable Session session;
    private @Nullable TransactionException doom;

    /**
     * Uses a volume on somebody's behalf.
     *
     * @param mount where the volume's root is for programs, without a slash at its end
     */
    public VolumeFiles(OpenVolume volume, Credentials caller, String mount, InstantSource clock) {
        this.volume = requireNonNull(volume, "volume");
        this.caller = requireNonNull(caller, "caller");
        this.mount = ByteString.of(mount);
        this.clock = requireNonNull(clock, "clock");
    }

    /** How a transaction ended. */
    public sealed interface End {
        /**
         * All that it did is durable.
         *
         * @param number its place among all commits; of a transaction that only read, that of the last commit that it saw
         */
        record Committed(long number) implements End {}

        /** Nothing of it was stored. It can run again from its beginning. */
        record Lost(String why) implements End {}
    }

    /** Begins a transaction; one that is open is rolled back. */
    public synchronized void begin() {
        VolumeTransaction begun = volume.begin();
        doom = null;
        handles.outdate();
        session = new Session(begun, handles, caller, mount, clock);
    }

    /**
     * Commits the transaction.
     *
     * @throws TransactionException if it is not known whether running it again would help, or if it has become too
     *     large
     */
    public synchronized End commit() {
        Session open = open();
        session = null;
        try {
            if (doom != null) {
                throw doom;
            }
            open.finish();
            CommitOutcome outcome = open.transaction().commit();
            return outcome instanceof CommitOutcome.Committed committed
                    ? new End.Committed(committed.number())
                    : new End.Lost(((CommitOutcome.Conflict) outcome).what());
        } catch (TransactionException e) {
            if (e.reason() == TransactionException.Reason.EXPIRED) {
                return new End.Lost(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /** Whether a call has failed because the transaction cannot go on. */
    public synchronized boolean mustRunAgain() {
        return doom != null;
    }

    /** Whether the transaction has anything to commit. */
    public synchronized boolean hasWritten() {
        return open().hasWritten();
    }

    /** Ends the transaction. Nothing of it is stored. */
    public synchronized void rollBack() {
        session = null;
    }

    private Session open() {
        Session open = session;
        if (open == null) {
            throw new PosixException(
                    Errno.EIO, "no transaction is open on " + volume.info().id());
        }
        return open;
    }

    private synchronized <T> T call(Supplier<T> work) {
        if (doom != null) {
            throw new PosixException(Errno.ECANCELED, "the transaction cannot go on: " + doom.getMessage());
        }
        try {
            return work.get();
        } catch (TransactionException e) {
            doom = e;
            Errno errno = switch (e.reason()) {
                case EXPIRED -> Errno.ECANCELED;
                case TOO_LARGE -> Errno.EFBIG;
                case FULL -> Errno.ENOSPC;
                case UNAVAILABLE -> Errno.EIO;
                case NO_VOLUME -> Errno.ESTALE;
            };
            throw new PosixException(errno, String.valueOf(e.getMessage()));
        }
    }

    private void run(Runnable work) {
        call(() -> {
            work.run();
            return true;
        });
    }

    private Names names() {
        return new Names(open());
    }

    private Contents contents() {
        return new Contents(open(), volume.info().blockSize());
    }

    private Metadata metadata() {
        return new Metadata(open(), volume.info().blockSize());
    }

    @Override
    public long open(At at, int flags, int mode) {
        return call(() -> new OpenCall(open(), names(), contents()).open(at, flags, mode));
    }

    /** Opens a regular file or a directory by its number, which the caller has from {@link #stat}; ESTALE if it was deleted. */
    public long openInode(long inode, int flags) {
        return call(() -> {
            FileType type = open().inodes().attributes(inode).type();
            open().require(inode, OpenCall.wanted(flags));
            return handles.add(new OpenFileDescription(inode, type, flags));
        });
    }

    @Override
    public void retain(long handle) {
        run(() -> handles.get(handle).retain());
    }

    @Override
    public synchronized void release(long handle) {
        // Also when the transaction cannot go on: the numbers of handles would run out.
        handles.release(handle);
    }

    @Override
    public int read(long handle, byte[] into, int from, int length) {
        return call(() -> contents().read(handles.get(handle), into, from, length));
    }

    @Override
    public int readAt(long handle, long offset, byte[] into, int from, int length) {
        return call(() -> contents().readAt(handles.get(handle), offset, into, from, length));
    }

    @Override
    public int write(long handle, byte[] bytes, int from, int length) {
        return call(() -> contents().write(handles.get(handle), bytes, from, length));
    }

    @Override
    public int writeAt(long handle, long offset, byte[] bytes, int from, int length) {
        return call(() -> contents().writeAt(handles.get(handle), offset, bytes, from, length));
    }

    @Override
    public long seek(long handle, long offset, Whence whence) {
        return call(() -> contents().seek(handles.get(handle), offset, whence));
    }

    @Override
    public Stat stat(long handle) {
        return call(() -> metadata().stat(handles.get(handle).inode()));
    }

    @Override
    public Stat stat(At at, boolean follow) {
        return call(() -> metadata().stat(open().find(at, follow)));
    }

    @Override
    public void access(At at, int wanted) {
        run(() -> open().require(open().find(at, true), wanted));
    }

    @Override
    public void truncate(long handle, long length) {
        run(() -> {
            OpenFileDescription file = handles.get(handle);
            // POSIX says EBADF or EINVAL; Linux says EINVAL.
            if (file.type() != FileType.REGULAR || !file.isWritable()) {
                throw new PosixException(Errno.EINVAL, "the file was not opened to be written");
            }
            contents().truncate(file.inode(), length);
        });
    }

    @Override
    public void truncate(At at, long length) {
        run(() -> {
            long inode = open().find(at, true);
            if (open().require(inode, PosixAttributes.WRITE).isDirectory()) {
                throw new PosixException(Errno.EISDIR, at.path().text());
            }
            contents().truncate(inode, length);
        });
    }

    @Override
    public void allocate(long handle, long offset, long length) {
        run(() -> contents().allocate(handles.get(handle), offset, length));
    }

    @Override
    public void mkdir(At at, int mode) {
        run(() -> names().mkdir(at, mode));
    }

    @Override
    public void rmdir(At at) {
        run(() -> names().rmdir(at));
    }

    @Override
    public void unlink(At at) {
        run(() -> names().unlink(at));
    }

    @Override
    public void rename(At from, At to, boolean replace) {
        run(() -> names().rename(from, to, replace));
    }

    @Override
    public void link(At from, At to, boolean follow) {
        run(() -> names().link(from, to, follow));
    }

    @Override
    public void symlink(ByteString target, At at) {
        run(() -> names().symlink(target, at));
    }

    @Override
    public ByteString readlink(At at) {
        return call(() -> metadata().readlink(at));
    }

    @Override
    public void chmod(long handle, int mode) {
        run(() -> metadata().chmod(handles.get(handle).inode(), mode));
    }

    @Override
    public void chmod(At at, boolean follow, int mode) {
        run(() -> metadata().chmod(open().find(at, follow), mode));
    }

    @Override
    public void chown(long handle, int uid, int gid) {
        run(() -> metadata().chown(handles.get(handle).inode(), uid, gid));
    }

    @Override
    public void chown(At at, boolean follow, int uid, int gid) {
        run(() -> metadata().chown(open().find(at, follow), uid, gid));
    }

    @Override
    public void setModified(long handle, TimeChange time) {
        run(() -> metadata().setModified(handles.get(handle).inode(), time));
    }

    @Override
    public void setModified(At at, boolean follow, TimeChange time) {
        run(() -> metadata().setModified(open().find(at, follow), time));
    }

    @Override
    public List<DirectoryEntry> list(long handle, int from, int limit) {
        return call(() -> {
            OpenFileDescription file = handles.directory(handle);
            if (from == 0) {
                open().require(file.inode(), PosixAttributes.READ);
                file.setEntries(names().list(file.inode()));
            }
            List<DirectoryEntry> all = file.entries();
            int begin = Math.min(Math.max(from, 0), all.size());
            return all.subList(begin, Math.min(all.size(), begin + Math.max(limit, 0)));
        });
    }

    @Override
    public ByteString path(long handle) {
        return call(() -> names().path(handles.directory(handle).inode()));
    }
}
