package io.lambdafs.namenode.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file to which any number of processes append, and which is renamed when it is large: {@code NAME} is the present one, {@code NAME.1}
 * the one before, and so on. Used by one thread at a time in each process.
 *
 * <p>Nobody waits for another process, because the platform may have frozen that one. The operating system keeps appended pieces apart. A
 * process notices at the next piece that another one has renamed the file. The process that renames holds a lock, which others only try:
 * so the file may
 * grow a little beyond its size.
 */
public final class RotatingFile implements AuditSink, AutoCloseable {
    private final Path path;
    private final long maxBytes;
    private final int files;
    private @Nullable FileChannel channel;
    private @Nullable Object key;

    /**
     * A file that is created when something is written.
     *
     * @param maxBytes when the file has so many bytes the next one begins; at least 1
     * @param files how many earlier ones are kept; at least 1
     */
    public RotatingFile(Path path, long maxBytes, int files) {
        if (maxBytes < 1 || files < 1) {
            throw new IllegalArgumentException("a file of " + maxBytes + " bytes with " + files + " earlier ones");
        }
        this.path = path.toAbsolutePath();
        this.maxBytes = maxBytes;
        this.files = files;
    }

    @Override
    public void write(byte[] lines) throws IOException {
        FileChannel open = present();
        if (open.size() >= maxBytes) {
            rotate();
            open = present();
        }
        ByteBuffer rest = ByteBuffer.wrap(lines);
        while (rest.hasRemaining()) {
            open.write(rest);
        }
    }

    /** The file that has the name now. */
    private FileChannel present() throws IOException {
        FileChannel open = channel;
        if (open != null && Objects.equals(key, keyNow())) {
            return open;
        }
        close();
        Files.createDirectories(Objects.requireNonNull(path.getParent(), "parent"));
        open = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        channel = open;
        key = keyNow();
        return open;
    }

    private @Nullable Object keyNow() throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException renamed) {
            return null;
        }
    }

    private void rotate() throws IOException {
        Path lockFile = path.resolveSibling(path.getFileName() + ".lock");
        try (FileChannel locked = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = locked.tryLock()) {
            // Another process renames it, or has just done so.
            if (lock != null && Files.exists(path) && Files.size(path) >= maxBytes) {
                for (int i = files - 1; i >= 1; i--) {
                    moveIfThere(numbered(i), numbered(i + 1));
                }
                moveIfThere(path, numbered(1));
            }
        }
    }

    private Path numbered(int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    private static void moveIfThere(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
