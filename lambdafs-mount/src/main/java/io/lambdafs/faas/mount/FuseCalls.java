package io.lambdafs.faas.mount;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.faas.posix.TimeChange;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import jnr.ffi.Pointer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ru.serce.jnrfuse.FuseFillDir;
import ru.serce.jnrfuse.FuseStubFS;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.FuseContext;
import ru.serce.jnrfuse.struct.FuseFileInfo;
import ru.serce.jnrfuse.struct.Statvfs;
import ru.serce.jnrfuse.struct.Timespec;

/** The calls of FUSE's library. Each answers 0 or a number of bytes, or the negative number of an error. */
final class FuseCalls extends FuseStubFS {
    private static final Logger LOG = LoggerFactory.getLogger(FuseCalls.class);

    /** What {@code utimensat} has for the present time, and for a time that stays, in place of nanoseconds. */
    private static final long UTIME_NOW = (1L << 30) - 1;

    private static final long UTIME_OMIT = (1L << 30) - 2;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int SECTOR = 512;
    private static final int MODE_BITS = 07777;
    private static final int TYPE_BITS = 0170000;
    private static final int LONGEST_NAME = 255;

    /** The file system has no size: programs that ask see more room than they need. */
    private static final long BLOCKS = 1L << 40;

    private final MountedVolume volume;
    private final Runnable whenMounted;

    /**
     * Answers calls.
     *
     * @param whenMounted is run when the kernel has mounted it
     */
    FuseCalls(MountedVolume volume, Runnable whenMounted) {
        this.volume = requireNonNull(volume, "volume");
        this.whenMounted = requireNonNull(whenMounted, "whenMounted");
    }

    @Override
    public Pointer init(Pointer connection) {
        whenMounted.run();
        return super.init(connection);
    }

    /** Something that is done for the kernel. */
    @FunctionalInterface
    private interface Call {
        int run();
    }

    private static int answer(Call call) {
        try {
            return call.run();
        } catch (PosixException e) {
            if (e.errno() == Errno.EIO) {
                LOG.warn("a call on the mounted volume has failed: {}", e.getMessage());
            }
            return -e.errno().number();
        } catch (RuntimeException e) {
            LOG.error("a call on the mounted volume has failed", e);
            return -Errno.EIO.number();
        }
    }

    private static int done(Runnable call) {
        return answer(() -> {
            call.run();
            return 0;
        });
    }

    private MountedVolume.Owner owner() {
        FuseContext context = getContext();
        return new MountedVolume.Owner((int) context.uid.get(), (int) context.gid.get());
    }

    private OpenedFile file(FuseFileInfo info) {
        return volume.file(info.fh.get());
    }

    private static void fill(Stat from, FileStat into) {
        into.st_ino.set(from.inode());
        into.st_mode.set(from.type().bits() | from.mode());
        into.st_nlink.set(from.links());
        into.st_uid.set(from.uid());
        into.st_gid.set(from.gid());
        into.st_size.set(from.size());
        into.st_blksize.set(from.blockSize());
        into.st_blocks.set((from.size() + SECTOR - 1) / SECTOR);
        set(into.st_mtim, from.modifiedNanos());
        // Times of access are not kept.
        set(into.st_atim, from.modifiedNanos());
        set(into.st_ctim, from.changedNanos());
    }

    private static void set(Timespec time, long nanos) {
        time.tv_sec.set(Math.floorDiv(nanos, NANOS));
        time.tv_nsec.set(Math.floorMod(nanos, NANOS));
    }

    @Override
    public int getattr(String path, FileStat stat) {
        return done(() -> fill(volume.stat(path), stat));
    }

    @Override
    public int fgetattr(String path, FileStat stat, FuseFileInfo info) {
        return done(() -> fill(file(info).stat(), stat));
    }

    @Override
    public int readlink(String path, Pointer buffer, long size) {
        return done(() -> {
            byte[] target = volume.readlink(path).getBytes(StandardCharsets.UTF_8);
            int length = (int) Math.min(target.length, size - 1);
            buffer.put(0, target, 0, length);
            buffer.putByte(length, (byte) 0);
        });
    }

    @Override
    public int mknod(String path, long mode, long device) {
        if ((mode & TYPE_BITS) != FileType.REGULAR.bits()) {
            return -Errno.EPERM.number();
        }
        return done(() -> volume.release(
                volume.create(path, OpenFlags.WRONLY | OpenFlags.EXCL, (int) mode & MODE_BITS, owner())));
    }

    @Override
    public int mkdir(String path, long mode) {
        return done(() -> volume.mkdir(path, (int) mode & MODE_BITS, owner()));
    }

    @Override
    public int unlink(String path) {
        return done(() -> volume.unlink(path));
    }

    @Override
    public int rmdir(String path) {
        return done(() -> volume.rmdir(path));
    }

    @Override
    public int symlink(String target, String path) {
        return done(() -> volume.symlink(target, path, owner()));
    }

    @Override
    public int rename(String from, String to) {
        return done(() -> volume.rename(from, to));
    }

    @Override
    public int link(String from, String to) {
        return done(() -> volume.link(from, to));
    }

    @Override
    public int chmod(String path, long mode) {
        return done(() -> volume.chmod(path, (int) mode & MODE_BITS));
    }

    @Override
    public int chown(String path, long uid, long gid) {
        return done(() -> volume.chown(path, (int) uid, (int) gid));
    }

    @Override
    public int truncate(String path, long size) {
        return done(() -> volume.truncate(path, size));
    }

    @Override
    public int ftruncate(String path, long size, FuseFileInfo info) {
        return done(() -> file(info).truncate(size));
    }

    @Override
    public int create(String path, long mode, FuseFileInfo info) {
        return done(() ->
                info.fh.set(volume.create(path, info.flags.get() & ~OpenFlags.TRUNC, (int) mode & MODE_BITS, owner())));
    }

    @Override
    public int open(String path, FuseFileInfo info) {
        return done(() -> info.fh.set(volume.open(path, info.flags.get())));
    }

    @Override
    public int read(String path, Pointer buffer, long size, long offset, FuseFileInfo info) {
        return answer(() -> {
            byte[] bytes = new byte[(int) size];
            OpenedFile file = file(info);
            int done = 0;
            // Fewer bytes than are asked for would be the end of the file.
            while (done < size) {
                byte[] part = done == 0 ? bytes : new byte[(int) size - done];
                int read = file.read(part, part.length, offset + done);
                if (read == 0) {
                    break;
                }
                buffer.put(done, part, 0, read);
                done += read;
            }
            return done;
        });
    }

    @Override
    public int write(String path, Pointer buffer, long size, long offset, FuseFileInfo info) {
        return answer(() -> {
            byte[] bytes = new byte[(int) size];
            buffer.get(0, bytes, 0, bytes.length);
            file(info).write(bytes, offset);
            return bytes.length;
        });
    }

    @Override
    public int flush(String path, FuseFileInfo info) {
        return done(() -> file(info).flush());
    }

    @Override
    public int fsync(String path, int dataOnly, FuseFileInfo info) {
        return done(() -> file(info).flush());
    }

    @Override
    public int release(String path, FuseFileInfo info) {
        return done(() -> volume.release(info.fh.get()));
    }

    @Override
    public int readdir(String path, Pointer buffer, FuseFillDir filler, long offset, FuseFileInfo info) {
        return done(() -> volume.list(path)
                .forEach(entry -> filler.apply(buffer, entry.name().text(), null, 0)));
    }

    @Override
    public int utimens(String path, Timespec[] times) {
        return done(() -> {
            long nanos = times[1].tv_nsec.longValue();
            if (nanos != UTIME_OMIT) {
                volume.setModified(
                        path,
                        nanos == UTIME_NOW
                                ? TimeChange.NOW
                                : new TimeChange(false, times[1].tv_sec.get() * NANOS + nanos));
            }
        });
    }

    @Override
    public int statfs(String path, Statvfs stat) {
        return done(() -> {
            stat.f_bsize.set(SECTOR);
            stat.f_frsize.set(SECTOR);
            stat.f_blocks.set(BLOCKS);
            stat.f_bfree.set(BLOCKS);
            stat.f_bavail.set(BLOCKS);
            stat.f_namemax.set(LONGEST_NAME);
        });
    }
}
