package io.lambdafs.benchmark.faas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.random.RandomGenerator;

/**
 * Files of a personality: numbered, in directories of a hundred, with sizes around a mean. A file may be missing, because another worker has
 * removed it; what was to be done with it is then done with none. Immutable.
 *
 * @param count how many numbers there are
 * @param meanBytes the mean size; sizes are spread evenly from half of it to one and a half times as much
 */
record FileSet(String name, int count, int meanBytes) {
    private static final int IN_A_DIRECTORY = 100;

    Path path(Path root, int number) {
        return root.resolve(name).resolve("d" + number / IN_A_DIRECTORY).resolve("f" + number);
    }

    Path any(Path root, RandomGenerator random) {
        return path(root, random.nextInt(count));
    }

    /** Makes those of one directory; a transaction has room for about so many. */
    void fill(WorkLocation place, RandomGenerator random) throws IOException, InterruptedException {
        for (int from = 0; from < count; from += IN_A_DIRECTORY) {
            int first = from;
            place.run(root -> Files.createDirectories(path(root, first).getParent()));
            for (int number = first; number < Math.min(count, first + IN_A_DIRECTORY); number++) {
                int each = number;
                place.run(root -> write(path(root, each), random));
            }
        }
    }

    private int size(RandomGenerator random) {
        return meanBytes / 2 + random.nextInt(meanBytes + 1);
    }

    /** Writes a whole file, which replaces the one that is there. */
    void write(Path file, RandomGenerator random) throws IOException {
        Files.write(file, new byte[size(random)]);
    }

    static void append(Path file, int bytes) throws IOException {
        Files.write(file, new byte[bytes], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Reads a whole file, if it is there. */
    static void read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.readAllBytes();
        } catch (NoSuchFileException e) {
            // Another worker has removed it.
        }
    }

    /** Reads so many bytes from a place in a file that has more. */
    static void readAt(Path file, long offset, int bytes) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer into = ByteBuffer.allocate(bytes);
            channel.position(offset);
            while (into.hasRemaining() && channel.read(into) >= 0) {
                // Goes on.
            }
        } catch (NoSuchFileException e) {
            // Another worker has removed it.
        }
    }

    static void writeAt(Path file, long offset, int bytes) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
            channel.position(offset);
            channel.write(ByteBuffer.allocate(bytes));
        } catch (NoSuchFileException e) {
            // Another worker has removed it.
        }
    }

    static void stat(Path file) throws IOException {
        try {
            Files.size(file);
        } catch (NoSuchFileException e) {
            // Another worker has removed it.
        }
    }
}
