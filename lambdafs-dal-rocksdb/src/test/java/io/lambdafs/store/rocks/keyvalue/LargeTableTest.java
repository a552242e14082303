package io.lambdafs.store.rocks.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that is much larger than the cache. */
final class LargeTableTest {
    private static final long MIB = 1L << 20;
    private static final int ROWS = 480_000;
    private static final int AT_ONCE = 20_000;
    private static final int READS = 2_000;

    /** A file of this size has a filter that takes most of such a cache. */
    private static final long LARGE = 7 * MIB;

    private static final int MOST_PAUSES = 600;
    private static final long PAUSE_MILLIS = 50;

    /** Little, so that most rows are in files. */
    private static final RocksLimits LIMITS = new RocksLimits(MIB, 4 * MIB, 0);

    /** What this process has read of files, the system's cache included. */
    private static final Path READ_SO_FAR = Path.of("/proc/self/io");

    @TempDir
    private Path directory;

    private static Bytes key(int number) {
        // Not in order, as inodes of many directories are.
        long scattered = number * 0x9E3779B97F4A7C15L;
        return Bytes.owning(Long.toHexString(scattered).getBytes(StandardCharsets.UTF_8));
    }

    private static long bytesRead() throws IOException {
        for (String line : Files.readAllLines(READ_SO_FAR)) {
            if (line.startsWith("rchar: ")) {
                return Long.parseLong(line.substring("rchar: ".length()));
            }
        }
        throw new IOException("no rchar in " + READ_SO_FAR);
    }

    private long largestFile() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .mapToLong(file -> file.toFile().length())
                    .max()
                    .orElse(0);
        }
    }

    /** A block of rows, one of an index and one of a filter, of each file that may have the row. */
    @Test
    void readOfARow_readsAFewSmallBlocks() throws IOException, InterruptedException {
        if (!Files.exists(READ_SO_FAR)) {
            System.out.println("SKIPPED: how much is read cannot be told without " + READ_SO_FAR);
            abort("no " + READ_SO_FAR);
        }
        Bytes value = Bytes.owning(new byte[40]);
        try (RocksKeyValues rows = RocksKeyValues.open(directory, LIMITS)) {
            for (int from = 0; from < ROWS; from += AT_ONCE) {
                List<BatchRow> batch = new ArrayList<>();
                for (int i = from; i < from + AT_ONCE; i++) {
                    batch.add(new BatchRow(Table.INODES, key(i), value));
                }
                rows.write(batch);
            }
            // RocksDB makes one file of many, by and by.
            for (int pauses = 0; largestFile() <= LARGE && pauses < MOST_PAUSES; pauses++) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            assertThat(largestFile()).isGreaterThan(LARGE);
        }
        // What is opened again has nothing in the cache.
        try (RocksKeyValues rows = RocksKeyValues.open(directory, LIMITS)) {
            Random random = new Random(1);
            long before = bytesRead();
            for (int i = 0; i < READS; i++) {
                assertThat(rows.get(Table.INODES, key(random.nextInt(ROWS)))).isNotNull();
                assertThat(rows.get(Table.INODES, key(ROWS + i))).isNull();
            }
            long each = (bytesRead() - before) / (2 * READS);
            System.out.println("a read of a row reads " + each + " bytes");
            assertThat(each).isLessThan(64 << 10);
        }
    }
}
