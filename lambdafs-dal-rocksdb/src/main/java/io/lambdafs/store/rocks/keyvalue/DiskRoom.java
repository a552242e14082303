package io.lambdafs.store.rocks.keyvalue;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** The free space on the disk of a directory, and whether that disk can be written. */
final class DiskRoom {
    private static final String PROBE = "probe";
    private static final int PROBE_BYTES = 4096;

    private final Path directory;
    private final FileStore disk;
    private final long reservedBytes;

    private DiskRoom(Path directory, FileStore disk, long reservedBytes) {
        this.directory = directory;
        this.disk = disk;
        this.reservedBytes = reservedBytes;
    }

    static DiskRoom of(Path directory, long reservedBytes) throws IOException {
        return new DiskRoom(directory, Files.getFileStore(directory), reservedBytes);
    }

    /** Does nothing, or throws FULL if less than the reserved space is left besides so many bytes. */
    void require(long bytes) {
        long free = free();
        if (free - bytes < reservedBytes) {
            throw new StoreException(
                    Kind.FULL,
                    "the disk of " + directory + " is full: " + free + " bytes are free, and writes are refused below "
                            + (reservedBytes + bytes)
                            + ". Nothing was changed, reads go on. Make room, and writes work again");
        }
    }

    /** The free bytes. */
    long free() {
        try {
            return disk.getUsableSpace();
        } catch (IOException e) {
            throw new StoreException(Kind.FULL, "cannot find out how much space is free at " + directory, e);
        }
    }

    /** The bytes of all files in a directory, without those in directories below it. */
    static long usedBy(Path directory) {
        return usedBy(directory, "");
    }

    /** The bytes of the files in a directory whose names end so, without those in directories below it. */
    static long usedBy(Path directory, String suffix) {
        try (Stream<Path> files = Files.list(directory)) {
            // A file that is deleted meanwhile has the size 0.
            return files.filter(file -> file.toString().endsWith(suffix))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new StoreException(Kind.UNAVAILABLE, "cannot list " + directory, e);
        }
    }

    /** Writes a small file durably and removes it; throws UNAVAILABLE if that fails. */
    void probe() {
        Path file = directory.resolve(PROBE);
        try {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                ByteBuffer content = ByteBuffer.allocate(PROBE_BYTES);
                while (content.hasRemaining()) {
                    channel.write(content);
                }
                channel.force(true);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new StoreException(Kind.UNAVAILABLE, "the disk of " + directory + " cannot be written", e);
        }
    }
}
