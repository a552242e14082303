package io.lambdafs.faas.nio;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.DirectoryEntry;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixCalls;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.faas.posix.TimeChange;
import io.lambdafs.store.volume.ByteString;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What Java's {@link Files} asks of the files of a volume. */
public final class FaasFileSystemProvider extends FileSystemProvider {
    static final String SCHEME = "faasfs";

    private static final int FILE_MODE = 0644;
    private static final int DIRECTORY_MODE = 0755;
    private static final int PAGE = 4096;
    private static final int COPIED_AT_ONCE = 1 << 16;
    private static final int MOST_LINKS = 40;
    private static final int READ = 4;
    private static final int WRITE = 2;
    private static final int EXECUTE = 1;

    /** The file system that {@code faasfs:/path} means, if this is the provider that Java has installed. */
    private final AtomicReference<@Nullable FaasFileSystem> mounted = new AtomicReference<>();

    /** For Java's {@link java.util.ServiceLoader}, and for file systems that have no name. */
    public FaasFileSystemProvider() {}

    /** The provider that Java has installed in this process: {@link java.nio.file.Path#of(URI)} asks it. */
    public static FaasFileSystemProvider installed() {
        return FileSystemProvider.installedProviders().stream()
                .filter(FaasFileSystemProvider.class::isInstance)
                .map(FaasFileSystemProvider.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no provider of " + SCHEME + " is installed"));
    }

    /** Has {@code faasfs:/path} mean these files from now on. */
    public FaasFileSystem mount(PosixCalls calls) {
        FaasFileSystem made = new FaasFileSystem(this, calls);
        mounted.set(made);
        return made;
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("a function is given its file system: see FaasFileSystem.over");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        FaasFileSystem found = mounted.get();
        if (found == null) {
            throw new FileSystemNotFoundException("no function with files runs in this process: " + uri);
        }
        return found;
    }

    @Override
    public Path getPath(URI uri) {
        String path = uri.getPath();
        if (!SCHEME.equalsIgnoreCase(uri.getScheme()) || path == null || !path.startsWith("/")) {
            throw new IllegalArgumentException("not of the form " + SCHEME + ":/path: " + uri);
        }
        return getFileSystem(uri).getPath(path);
    }

    private static PosixCalls calls(Path path) {
        return FaasPath.require(path).getFileSystem().calls();
    }

    private static At at(Path path) {
        return new At(At.ROOT, FaasPath.require(path).bytes());
    }

    private static boolean follows(LinkOption... options) {
        return !Arrays.asList(options).contains(LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        boolean appends = options.contains(StandardOpenOption.APPEND);
        boolean writes = options.contains(StandardOpenOption.WRITE) || appends;
        boolean reads = options.contains(StandardOpenOption.READ) || !writes;
        if (appends
                && (options.contains(StandardOpenOption.READ)
                        || options.contains(StandardOpenOption.TRUNCATE_EXISTING))) {
            throw new IllegalArgumentException("a file that is appended to is neither read nor emptied: " + options);
        }
        int how = flags(reads, writes, options);
        int mode = mode(FILE_MODE, attributes);
        long handle = Failures.call(path, () -> calls(path).open(at(path), how, mode));
        return new FaasChannel(
                FaasPath.require(path), handle, reads, writes, options.contains(StandardOpenOption.DELETE_ON_CLOSE));
    }

    private static int flags(boolean reads, boolean writes, Set<? extends OpenOption> options) {
        int flags = reads ? writes ? OpenFlags.RDWR : OpenFlags.RDONLY : OpenFlags.WRONLY;
        if (options.contains(LinkOption.NOFOLLOW_LINKS)) {
            flags |= OpenFlags.NOFOLLOW;
        }
        if (!writes) {
            return flags;
        }
        flags |= options.contains(StandardOpenOption.APPEND) ? OpenFlags.APPEND : 0;
        flags |= options.contains(StandardOpenOption.CREATE) ? OpenFlags.CREAT : 0;
        flags |= options.contains(StandardOpenOption.CREATE_NEW) ? OpenFlags.CREAT | OpenFlags.EXCL : 0;
        flags |= options.contains(StandardOpenOption.TRUNCATE_EXISTING) ? OpenFlags.TRUNC : 0;
        return flags;
    }

    @SuppressWarnings("unchecked")
    private static int mode(int usual, FileAttribute<?>... attributes) {
        int mode = usual;
        for (FileAttribute<?> attribute : attributes) {
            if (!attribute.name().equals("posix:permissions")) {
                throw new UnsupportedOperationException("a new file is given no " + attribute.name());
            }
            mode = FaasFileAttributes.mode((Set<PosixFilePermission>) attribute.value());
        }
        return mode;
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        List<DirectoryEntry> all =
                Failures.call(directory, () -> list(directory), Errno.ENOTDIR, NotDirectoryException::new);
        return new FaasDirectoryStream(FaasPath.require(directory), all, filter);
    }

    private static List<DirectoryEntry> list(Path directory) {
        PosixCalls calls = calls(directory);
        long handle = calls.open(at(directory), OpenFlags.RDONLY | OpenFlags.DIRECTORY, 0);
        try {
            List<DirectoryEntry> all = new ArrayList<>();
            List<DirectoryEntry> page;
            do {
                page = calls.list(handle, all.size(), PAGE);
                all.addAll(page);
            } while (page.size() == PAGE);
            return all;
        } finally {
            calls.release(handle);
        }
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
        int mode = mode(DIRECTORY_MODE, attributes);
        Failures.run(directory, () -> calls(directory).mkdir(at(directory), mode));
    }

    @Override
    public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes) throws IOException {
        ByteString to = FaasPath.require(target).bytes();
        Failures.run(link, () -> calls(link).symlink(to, at(link)));
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        Failures.run(link, () -> calls(link).link(at(existing), at(link), false));
    }

    @Override
    public Path readSymbolicLink(Path link) throws IOException {
        ByteString target =
                Failures.call(link, () -> calls(link).readlink(at(link)), Errno.EINVAL, NotLinkException::new);
        return FaasPath.of(FaasPath.require(link).getFileSystem(), target.text());
    }

    @Override
    public void delete(Path path) throws IOException {
        boolean isDirectory = readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isDirectory();
        Runnable removal = isDirectory
                ? () -> calls(path).rmdir(at(path))
                : () -> calls(path).unlink(at(path));
        Failures.call(
                path,
                () -> {
                    removal.run();
                    return true;
                },
                Errno.ENOTEMPTY,
                DirectoryNotEmptyException::new);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        List<CopyOption> all = Arrays.asList(options);
        if (all.contains(StandardCopyOption.ATOMIC_MOVE)) {
            throw new UnsupportedOperationException("a copy is no move");
        }
        PosixFileAttributes from = readAttributes(source, PosixFileAttributes.class);
        if (isDoneWithout(stat(source, true), target, all)) {
            return;
        }
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(from.permissions());
        if (from.isDirectory()) {
            createDirectory(target, mode);
        } else {
            copyContent(source, target, mode);
        }
        if (all.contains(StandardCopyOption.COPY_ATTRIBUTES)) {
            setModified(target, from.lastModifiedTime(), true);
        }
    }

    private void copyContent(Path source, Path target, FileAttribute<?> mode) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(COPIED_AT_ONCE);
        try (SeekableByteChannel in = newByteChannel(source, Set.of(StandardOpenOption.READ));
                SeekableByteChannel out =
                        newByteChannel(target, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), mode)) {
            while (in.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
                buffer.clear();
            }
        }
    }

    /** Makes room for a copy or a move. Returns whether there is nothing left to do, because both are the same file. */
    private boolean isDoneWithout(Stat from, Path target, List<CopyOption> options) throws IOException {
        if (!exists(target)) {
            return false;
        }
        if (from.inode() == stat(target, false).inode()) {
            return true;
        }
        if (!options.contains(StandardCopyOption.REPLACE_EXISTING)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        delete(target);
        return false;
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        List<CopyOption> all = Arrays.asList(options);
        boolean atomic = all.contains(StandardCopyOption.ATOMIC_MOVE);
        if (!atomic && isDoneWithout(stat(source, false), target, all)) {
            return;
        }
        Failures.run(source, () -> calls(source).rename(at(source), at(target), atomic));
    }

    private boolean exists(Path path) throws IOException {
        try {
            readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        if (one.equals(other)) {
            return true;
        }
        return other instanceof FaasPath path
                && path.getFileSystem() == one.getFileSystem()
                && stat(one, true).inode() == stat(other, true).inode();
    }

    private static Stat stat(Path path, boolean follow) throws IOException {
        return Failures.call(path, () -> calls(path).stat(at(path), follow));
    }

    @Override
    public boolean isHidden(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().startsWith(".");
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException("a volume has no room of its own");
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        int wanted = 0;
        for (AccessMode mode : modes) {
            wanted |= switch (mode) {
                case READ -> READ;
                case WRITE -> WRITE;
                case EXECUTE -> EXECUTE;
            };
        }
        int all = wanted;
        Failures.run(path, () -> calls(path).access(at(path), all));
    }

    Path realPath(FaasPath path, LinkOption... options) throws IOException {
        stat(path, follows(options));
        FaasPath real = new FaasPath(path.getFileSystem(), true, List.of());
        int links = 0;
        Deque<Path> left = new ArrayDeque<>();
        path.toAbsolutePath().forEach(left::add);
        while (!left.isEmpty()) {
            Path next = real.resolve(left.removeFirst()).normalize();
            BasicFileAttributes attributes = readAttributes(next, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink() && follows(options)) {
                if (++links > MOST_LINKS) {
                    throw new FileSystemLoopException(path.toString());
                }
                Path target = readSymbolicLink(next);
                List<Path> names = new ArrayList<>();
                target.forEach(names::add);
                for (int i = names.size() - 1; i >= 0; i--) {
                    left.addFirst(names.get(i));
                }
                if (target.isAbsolute()) {
                    real = new FaasPath(path.getFileSystem(), true, List.of());
                }
            } else {
                real = FaasPath.require(next);
            }
        }
        return real;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        if (type != BasicFileAttributes.class && type != PosixFileAttributes.class) {
            throw new UnsupportedOperationException("files have no " + type.getSimpleName());
        }
        return type.cast(new FaasFileAttributes(stat(path, follows(options))));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        PosixFileAttributes all = readAttributes(path, PosixFileAttributes.class, options);
        String names = attributes.substring(attributes.indexOf(':') + 1);
        Map<String, Object> known = Map.ofEntries(
                Map.entry("size", all.size()),
                Map.entry("lastModifiedTime", all.lastModifiedTime()),
                Map.entry("lastAccessTime", all.lastAccessTime()),
                Map.entry("creationTime", all.creationTime()),
                Map.entry("isDirectory", all.isDirectory()),
                Map.entry("isRegularFile", all.isRegularFile()),
                Map.entry("isSymbolicLink", all.isSymbolicLink()),
                Map.entry("isOther", all.isOther()),
                Map.entry("fileKey", all.fileKey()),
                Map.entry("permissions", all.permissions()),
                Map.entry("owner", all.owner()),
                Map.entry("group", all.group()));
        if (names.equals("*")) {
            return known;
        }
        Map<String, Object> wanted = new HashMap<>();
        for (String name : names.split(",", -1)) {
            Object value = known.get(name);
            if (value == null) {
                throw new IllegalArgumentException("files have no attribute " + name);
            }
            wanted.put(name, value);
        }
        return wanted;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        String name = attribute.substring(attribute.indexOf(':') + 1);
        switch (name) {
            case "lastModifiedTime" -> setModified(path, (FileTime) value, follows(options));
            case "permissions" -> setMode(path, (Set<PosixFilePermission>) value, follows(options));
            default -> throw new UnsupportedOperationException("attribute " + attribute + " is not set");
        }
    }

    void setModified(Path path, FileTime time, boolean follow) throws IOException {
        TimeChange change = new TimeChange(false, time.to(TimeUnit.NANOSECONDS));
        Failures.run(path, () -> calls(path).setModified(at(path), follow, change));
    }

    void setMode(Path path, Set<PosixFilePermission> permissions, boolean follow) throws IOException {
        int mode = FaasFileAttributes.mode(permissions);
        Failures.run(path, () -> calls(path).chmod(at(path), follow, mode));
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        if (type == BasicFileAttributeView.class || type == PosixFileAttributeView.class) {
            return type.cast(new FaasAttributeView(this, path, follows(options)));
        }
        return null;
    }
}
