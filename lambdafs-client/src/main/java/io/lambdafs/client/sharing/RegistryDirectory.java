package io.lambdafs.client.sharing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The directory in which the processes of one user find each other: readable by that user only, a file for each process that
 * takes requests. Whatever belongs to another user or is open to others is not believed.
 */
final class RegistryDirectory {
    /** The most files that are looked at, and the most entries that come of it. */
    static final int MOST_FILES = 256;

    static final int MOST_ENTRIES = 64;

    /** An entry that is older than this is removed. If its process lives, it makes the entry again. */
    private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private final Path directory;
    private final UserPrincipal user;

    private RegistryDirectory(Path directory, UserPrincipal user) {
        this.directory = directory;
        this.user = user;
    }

    /** Where it is by default: in the user's own runtime directory, or with the user's name in that for temporary files. */
    static Path defaultPath(Map<String, String> environment, String temporary, String user) {
        String runtime = environment.get("XDG_RUNTIME_DIR");
        if (runtime != null && !runtime.isEmpty() && Files.isWritable(Paths.get(runtime))) {
            return Paths.get(runtime, "lambdafs");
        }
        return Paths.get(temporary, "lambdafs-" + user.replaceAll("[^0-9A-Za-z._-]", "_"));
    }

    /**
     * Opens the directory, and makes it if it is absent.
     *
     * @throws IOException if it is not this user's own or others may enter it; says what to do
     * @throws UnsupportedOperationException where files have no POSIX permissions
     */
    static RegistryDirectory open(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
        } catch (FileAlreadyExistsException e) {
            // It may be of an earlier process or of another user: its owner and mode are checked below.
        } catch (IOException e) {
            throw new IOException(directory + " cannot be made (" + e + "). Let there be a directory for it.", e);
        }
        PosixFileAttributes found = attributes(directory);
        if (!found.isDirectory()) {
            throw new IOException(directory + " is not a directory. Remove it.");
        }
        if (!found.permissions().equals(DIRECTORY)) {
            throw new IOException(directory + " has the mode " + PosixFilePermissions.toString(found.permissions())
                    + ". Make it rwx------, or remove it.");
        }
        PosixFileAttributes probe = probe(directory, found.owner());
        RegistryDirectory opened = new RegistryDirectory(directory, probe.owner());
        opened.removeOlderThan(probe.lastModifiedTime().toMillis() - DAY_MILLIS);
        return opened;
    }

    private void removeOlderThan(long millis) throws IOException {
        int looked = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (looked++ < MOST_FILES && lastModified(file) < millis) {
                    remove(String.valueOf(file.getFileName()));
                }
            }
        }
    }

    private static long lastModified(Path file) {
        try {
            return attributes(file).lastModifiedTime().toMillis();
        } catch (IOException e) {
            // Removed by another process in this moment.
            return Long.MAX_VALUE;
        }
    }

    /* Java does not tell which user it runs as, so the owner of a new file shows it. The file's time comes from the same clock as that of the entries. */
    private static PosixFileAttributes probe(Path directory, UserPrincipal owner) throws IOException {
        Path file = directory.resolve("probe-" + UUID.randomUUID());
        PosixFileAttributes probe;
        try {
            Files.createFile(file, fileMode());
            probe = attributes(file);
            Files.delete(file);
        } catch (IOException e) {
            throw new IOException(directory + " belongs to " + owner + " and cannot be written: " + e, e);
        }
        if (!probe.owner().equals(owner)) {
            throw new IOException(directory + " belongs to " + owner + ", not to " + probe.owner() + ". Remove it.");
        }
        return probe;
    }

    /** Lets other processes find this one. */
    void publish(RegistryEntry entry) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel out = Files.newByteChannel(directory.resolve(entry.name()), options, fileMode())) {
            ByteBuffer bytes = ByteBuffer.wrap(entry.encode());
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
    }

    /** Whether other processes find this one: an asker removes an entry that seems dead, and others clean up old files. */
    boolean has(RegistryEntry entry) {
        return Files.exists(directory.resolve(entry.name()), LinkOption.NOFOLLOW_LINKS);
    }

    /** Without effect if there is no such entry. */
    void remove(String name) {
        try {
            Files.deleteIfExists(directory.resolve(name));
        } catch (IOException e) {
            // An entry that stays costs each asker a look.
            return;
        }
    }

    /** Some entries of this stack, those first that have been there for longest; without the one of this name. */
    List<RegistryEntry> entries(StackIdentity stack, String without) throws IOException {
        SortedMap<String, RegistryEntry> found = new TreeMap<>();
        int looked = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, stack.name() + "-*")) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (looked++ < MOST_FILES && !without.equals(name)) {
                    add(file, name, found);
                }
            }
        }
        List<RegistryEntry> entries = new ArrayList<>(found.values());
        return entries.size() <= MOST_ENTRIES ? entries : entries.subList(0, MOST_ENTRIES);
    }

    private void add(Path file, String name, SortedMap<String, RegistryEntry> found) {
        try {
            PosixFileAttributes attributes = attributes(file);
            if (attributes.isRegularFile()
                    && attributes.size() <= RegistryEntry.MAX_BYTES
                    && attributes.owner().equals(user)
                    && attributes.permissions().equals(FILE)) {
                RegistryEntry entry = RegistryEntry.decode(name, Files.readAllBytes(file));
                long since = attributes.lastModifiedTime().toMillis();
                found.put(String.format(Locale.ROOT, "%020d %s", since, name), entry);
            }
        } catch (IOException e) {
            // It is being written or removed in this moment, or is of another version.
            return;
        }
    }

    private static PosixFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static FileAttribute<?> fileMode() {
        return PosixFilePermissions.asFileAttribute(new HashSet<>(FILE));
    }
}
