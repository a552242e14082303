package io.lambdafs.client.subtree.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Files that only their owner may read and write, where the machine's file system has such permissions. */
public final class PrivateFiles {
    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private PrivateFiles() {}

    private static FileAttribute<?>[] mode(Path at, String permissions) {
        return at.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Makes a directory with those above it, unless it is there. */
    public static void makeDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path above = directory.toAbsolutePath().getParent();
        if (above != null) {
            Files.createDirectories(above);
        }
        try {
            Files.createDirectory(directory, mode(directory, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            // Another process was faster.
        }
    }

    /** Opens a file; one that it makes is the owner's only. */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, new HashSet<>(Arrays.asList(options)), mode(file, "rw-------"));
    }

    /** Replaces a file as a whole: a reader, and a machine that comes back, have what it was or this. */
    public static void replace(Path file, String text) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(next);
        try (FileChannel channel = open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(file);
    }

    /** Waits until the entry of a file in its directory is on the disk. */
    public static void syncDirectory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    /**
     * Refuses a file or a directory that others may use.
     *
     * @throws IOException says so
     */
    public static void require(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        Set<PosixFilePermission> permissions =
                new HashSet<>(view.readAttributes().permissions());
        permissions.retainAll(OF_OTHERS);
        if (!permissions.isEmpty()) {
            throw new IOException(file
                    + " is open to other users, who may have changed it. If nobody has, run 'chmod go= " + file + "'.");
        }
    }
}
