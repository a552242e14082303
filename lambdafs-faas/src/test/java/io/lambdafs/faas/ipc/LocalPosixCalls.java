package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.DirectoryEntry;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixCalls;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.faas.posix.TimeChange;
import io.lambdafs.faas.posix.Whence;
import io.lambdafs.store.volume.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A local directory as a volume, so that what lies between a program and a volume can be tested without one. Names are UTF-8. */
final class LocalPosixCalls implements PosixCalls {
    private final Path root;
    private final PathWalk walk;
    private final Map<Long, Open> open = new HashMap<>();
    private long handles;

    private static final class Open {
        private final Path path;
        private final Optional<FileChannel> channel;
        private final int flags;
        private List<DirectoryEntry> entries = List.of();
        private long position;
        private int holders = 1;

        Open(Path path, Optional<FileChannel> channel, int flags) {
            this.path = path;
            this.channel = channel;
            this.flags = flags;
        }

        FileChannel file() {
            return channel.orElseThrow(() -> failure(Errno.EISDIR));
        }

        /** The file by its descriptor, which works also after it was removed. */
        FileChannel written() {
            if (!OpenFlags.writes(flags)) {
                throw failure(Errno.EBADF);
            }
            return file();
        }
    }

    LocalPosixCalls(Path root, String mount) {
        this.root = root;
        walk = new PathWalk(mount, this::target);
    }

    private static PosixException failure(Errno errno) {
        return LocalErrors.failure(errno);
    }

    private static <T> T call(LocalErrors.Work<T> work) {
        return LocalErrors.translate(work);
    }

    private Optional<ByteString> target(ByteString path) {
        Path file = below(path);
        return Files.isSymbolicLink(file)
                ? Optional.of(
                        ByteString.of(call(() -> Files.readSymbolicLink(file)).toString()))
                : Optional.empty();
    }

    private Path below(ByteString path) {
        return root.resolve(new String(path.array(), StandardCharsets.UTF_8).replaceFirst("^/+", ""));
    }

    private Open open(long handle) {
        Open found = open.get(handle);
        if (found == null) {
            throw failure(Errno.EBADF);
        }
        return found;
    }

    private Path resolve(At at, boolean follow) {
        if (at.path().isEmpty()) {
            throw failure(Errno.ENOENT);
        }
        boolean isAbsolute = at.path().array()[0] == '/';
        ByteString start = isAbsolute || at.directory() == At.ROOT ? ByteString.EMPTY : path(at.directory());
        PathWalk.End end = walk.walk(start, at.path(), follow);
        if (!end.isInside()) {
            throw failure(Errno.EXDEV);
        }
        Path path = below(end.path());
        requireDirectories(path.getParent());
        if (at.path().array()[at.path().length() - 1] == '/'
                && Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw failure(Errno.ENOTDIR);
        }
        return path;
    }

    private void requireDirectories(Path directory) {
        for (Path above = directory; above != null && above.startsWith(root); above = above.getParent()) {
            if (Files.exists(above, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(above)) {
                throw failure(Errno.ENOTDIR);
            }
        }
    }

    @Override
    public synchronized long open(At at, int flags, int mode) {
        boolean exclusive = OpenFlags.has(flags, OpenFlags.CREAT) && OpenFlags.has(flags, OpenFlags.EXCL);
        Path path = resolve(at, !OpenFlags.has(flags, OpenFlags.NOFOLLOW) && !exclusive);
        Open opened = call(() -> openFile(path, flags, mode, exclusive));
        open.put(++handles, opened);
        return handles;
    }

    private Open openFile(Path path, int flags, int mode, boolean exclusive) throws IOException {
        boolean there = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        boolean isToBeDirectory = OpenFlags.has(flags, OpenFlags.DIRECTORY);
        require(!there || !exclusive, Errno.EEXIST);
        require(there || OpenFlags.has(flags, OpenFlags.CREAT), Errno.ENOENT);
        require(!Files.isSymbolicLink(path), isToBeDirectory ? Errno.ENOTDIR : Errno.ELOOP);
        if (Files.isDirectory(path)) {
            require(!OpenFlags.writes(flags) && !OpenFlags.has(flags, OpenFlags.CREAT), Errno.EISDIR);
            return new Open(path, Optional.empty(), flags);
        }
        require(!there || !isToBeDirectory, Errno.ENOTDIR);
        return openRegular(path, flags, mode, there);
    }

    private static void require(boolean holds, Errno otherwise) {
        if (!holds) {
            throw failure(otherwise);
        }
    }

    private static Open openRegular(Path path, int flags, int mode, boolean there) throws IOException {
        Set<OpenOption> options = new HashSet<>();
        if (OpenFlags.reads(flags)) {
            options.add(StandardOpenOption.READ);
        }
        if (OpenFlags.writes(flags) || !there) {
            options.add(StandardOpenOption.WRITE);
        }
        if (OpenFlags.has(flags, OpenFlags.CREAT)) {
            options.add(StandardOpenOption.CREATE);
        }
        if (OpenFlags.has(flags, OpenFlags.TRUNC) && OpenFlags.writes(flags)) {
            options.add(StandardOpenOption.TRUNCATE_EXISTING);
        }
        FileChannel channel = FileChannel.open(path, options);
        if (!there) {
            Files.setAttribute(path, "unix:mode", mode);
        }
        return new Open(path, Optional.of(channel), flags);
    }

    @Override
    public synchronized void retain(long handle) {
        open(handle).holders++;
    }

    @Override
    public synchronized void release(long handle) {
        Open file = open(handle);
        if (--file.holders == 0) {
            open.remove(handle);
            file.channel.ifPresent(channel -> call(() -> {
                channel.close();
                return 0;
            }));
        }
    }

    @Override
    public synchronized int read(long handle, byte[] into, int from, int length) {
        Open file = open(handle);
        int read = readAt(handle, file.position, into, from, length);
        file.position += read;
        return read;
    }

    @Override
    public synchronized int readAt(long handle, long offset, byte[] into, int from, int length) {
        FileChannel channel = open(handle).file();
        return call(() -> Math.max(0, channel.read(ByteBuffer.wrap(into, from, length), offset)));
    }

    @Override
    public synchronized int write(long handle, byte[] bytes, int from, int length) {
        Open file = open(handle);
        if (OpenFlags.has(file.flags, OpenFlags.APPEND)) {
            file.position = call(() -> file.written().size());
        }
        int written = writeAt(handle, file.position, bytes, from, length);
        file.position += written;
        return written;
    }

    @Override
    public synchronized int writeAt(long handle, long offset, byte[] bytes, int from, int length) {
        FileChannel channel = open(handle).written();
        return call(() -> channel.write(ByteBuffer.wrap(bytes, from, length), offset));
    }

    @Override
    public synchronized long seek(long handle, long offset, Whence whence) {
        Open file = open(handle);
        long size = call(() -> file.file().size());
        long base = switch (whence) {
            case SET, DATA -> 0;
            case CURRENT -> file.position;
            case END -> size;
            case HOLE -> size - offset;
        };
        if ((whence == Whence.DATA || whence == Whence.HOLE) && offset >= size) {
            throw failure(Errno.ENXIO);
        }
        if (base + offset < 0) {
            throw failure(Errno.EINVAL);
        }
        file.position = base + offset;
        return file.position;
    }

    @Override
    public synchronized Stat stat(long handle) {
        Open file = open(handle);
        if (file.channel.isPresent() && !Files.exists(file.path)) {
            long size = call(() -> file.file().size());
            return new Stat(1, FileType.REGULAR, 0644, 0, 0, 0, size, 0, 0, 4096);
        }
        Stat stat = stat(file.path);
        return file.channel.isEmpty()
                ? stat
                : withSize(stat, call(() -> file.file().size()));
    }

    private static Stat withSize(Stat stat, long size) {
        return new Stat(
                stat.inode(),
                stat.type(),
                stat.mode(),
                stat.links(),
                stat.uid(),
                stat.gid(),
                size,
                stat.modifiedNanos(),
                stat.changedNanos(),
                stat.blockSize());
    }

    @Override
    public synchronized Stat stat(At at, boolean follow) {
        return stat(resolve(at, follow));
    }

    private static Stat stat(Path path) {
        return call(() -> {
            Map<String, Object> all = Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS);
            int mode = (int) all.get("mode");
            FileType type = (mode & 0170000) == FileType.DIRECTORY.bits()
                    ? FileType.DIRECTORY
                    : (mode & 0170000) == FileType.SYMLINK.bits() ? FileType.SYMLINK : FileType.REGULAR;
            return new Stat(
                    (long) all.get("ino"),
                    type,
                    mode & 07777,
                    type == FileType.DIRECTORY ? 1 : (int) all.get("nlink"),
                    (int) all.get("uid"),
                    (int) all.get("gid"),
                    (long) all.get("size"),
                    ((FileTime) all.get("lastModifiedTime")).to(TimeUnit.NANOSECONDS),
                    ((FileTime) all.get("ctime")).to(TimeUnit.NANOSECONDS),
                    4096);
        });
    }

    @Override
    public synchronized void access(At at, int wanted) {
        Path path = resolve(at, true);
        Stat stat = stat(path);
        boolean refused = ((wanted & 4) != 0 && !Files.isReadable(path))
                || ((wanted & 2) != 0 && !Files.isWritable(path))
                || ((wanted & 1) != 0 && stat.type() != FileType.DIRECTORY && (stat.mode() & 0111) == 0);
        if (refused) {
            throw failure(Errno.EACCES);
        }
    }

    @Override
    public synchronized void truncate(long handle, long length) {
        FileChannel file = open(handle).written();
        call(() -> {
            if (length > file.size()) {
                file.write(ByteBuffer.allocate(1), length - 1);
            }
            return file.truncate(length);
        });
    }

    @Override
    public synchronized void truncate(At at, long length) {
        long handle = open(at, OpenFlags.WRONLY, 0);
        truncate(handle, length);
        release(handle);
    }

    @Override
    public synchronized void allocate(long handle, long offset, long length) {
        if (length <= 0) {
            throw failure(Errno.EINVAL);
        }
        FileChannel file = open(handle).written();
        if (call(file::size) < offset + length) {
            truncate(handle, offset + length);
        }
    }

    @Override
    public synchronized void mkdir(At at, int mode) {
        Path path = resolve(at, false);
        call(() -> Files.setAttribute(Files.createDirectory(path), "unix:mode", mode));
    }

    @Override
    public synchronized void rmdir(At at) {
        Path path = resolve(at, false);
        if (stat(path).type() != FileType.DIRECTORY) {
            throw failure(Errno.ENOTDIR);
        }
        call(() -> {
            Files.delete(path);
            return 0;
        });
    }

    @Override
    public synchronized void unlink(At at) {
        Path path = resolve(at, false);
        if (stat(path).type() == FileType.DIRECTORY) {
            throw failure(Errno.EISDIR);
        }
        call(() -> {
            Files.delete(path);
            return 0;
        });
    }

    @Override
    public synchronized void rename(At from, At to, boolean replace) {
        Path source = resolve(from, false);
        Path target = resolve(to, false);
        boolean isDirectory = stat(source).type() == FileType.DIRECTORY;
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            if (!replace) {
                throw failure(Errno.EEXIST);
            }
            boolean ontoDirectory = stat(target).type() == FileType.DIRECTORY;
            if (isDirectory != ontoDirectory) {
                throw failure(isDirectory ? Errno.ENOTDIR : Errno.EISDIR);
            }
        }
        call(() -> Files.move(source, target, StandardCopyOption.ATOMIC_MOVE));
    }

    @Override
    public synchronized void link(At from, At to, boolean follow) {
        Path source = resolve(from, follow);
        Path target = resolve(to, false);
        if (stat(source).type() == FileType.DIRECTORY) {
            throw failure(Errno.EPERM);
        }
        call(() -> Files.createLink(target, source));
    }

    @Override
    public synchronized void symlink(ByteString target, At at) {
        if (target.isEmpty()) {
            throw failure(Errno.ENOENT);
        }
        Path path = resolve(at, false);
        call(() -> Files.createSymbolicLink(path, Path.of(target.text())));
    }

    @Override
    public synchronized ByteString readlink(At at) {
        Path path = resolve(at, false);
        if (stat(path).type() != FileType.SYMLINK) {
            throw failure(Errno.EINVAL);
        }
        return ByteString.of(call(() -> Files.readSymbolicLink(path)).toString());
    }

    @Override
    public synchronized void chmod(long handle, int mode) {
        call(() -> Files.setAttribute(open(handle).path, "unix:mode", mode));
    }

    @Override
    public synchronized void chmod(At at, boolean follow, int mode) {
        Path path = resolve(at, follow);
        if (stat(path).type() == FileType.SYMLINK) {
            throw failure(Errno.EOPNOTSUPP);
        }
        call(() -> Files.setAttribute(path, "unix:mode", mode));
    }

    @Override
    public synchronized void chown(long handle, int uid, int gid) {
        chown(open(handle).path, uid, gid);
    }

    @Override
    public synchronized void chown(At at, boolean follow, int uid, int gid) {
        chown(resolve(at, follow), uid, gid);
    }

    private static void chown(Path path, int uid, int gid) {
        call(() -> {
            if (uid != -1) {
                Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
            }
            return gid == -1 ? path : Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        });
    }

    @Override
    public synchronized void setModified(long handle, TimeChange time) {
        setModified(open(handle).path, time);
    }

    @Override
    public synchronized void setModified(At at, boolean follow, TimeChange time) {
        setModified(resolve(at, follow), time);
    }

    private static void setModified(Path path, TimeChange time) {
        FileTime to = time.isNow() ? FileTime.from(Instant.now()) : FileTime.from(time.nanos(), TimeUnit.NANOSECONDS);
        call(() -> Files.isSymbolicLink(path) ? path : Files.setLastModifiedTime(path, to));
    }

    @Override
    public synchronized List<DirectoryEntry> list(long handle, int from, int limit) {
        Open directory = open(handle);
        if (directory.channel.isPresent()) {
            throw failure(Errno.ENOTDIR);
        }
        if (from == 0) {
            directory.entries = call(() -> entries(directory.path));
        }
        int first = Math.min(from, directory.entries.size());
        return List.copyOf(
                directory.entries.subList(first, (int) Math.min((long) first + limit, directory.entries.size())));
    }

    private List<DirectoryEntry> entries(Path directory) throws IOException {
        List<DirectoryEntry> entries = new ArrayList<>();
        Path above = directory.equals(root) ? root : directory.getParent();
        entries.add(new DirectoryEntry(ByteString.of("."), stat(directory).inode(), FileType.DIRECTORY));
        entries.add(new DirectoryEntry(ByteString.of(".."), stat(above).inode(), FileType.DIRECTORY));
        try (Stream<Path> files = Files.list(directory)) {
            files.sorted().forEach(file -> {
                Stat stat = stat(file);
                entries.add(
                        new DirectoryEntry(ByteString.of(file.getFileName().toString()), stat.inode(), stat.type()));
            });
        }
        return entries;
    }

    @Override
    public synchronized ByteString path(long handle) {
        Path path = open(handle).path;
        if (!Files.exists(path)) {
            throw failure(Errno.ENOENT);
        }
        return ByteString.of("/" + root.relativize(path));
    }
}
