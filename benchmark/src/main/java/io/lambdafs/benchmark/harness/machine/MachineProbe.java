package io.lambdafs.benchmark.harness.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A fixed piece of work: some arithmetic, and a file that is synchronised to the disk. */
final class MachineProbe {
    private static final int REPEATS = 5;
    private static final int STEPS = 20_000_000;
    private static final int SYNCS = 4;

    /** How long it takes, in milliseconds: the median of some repeats. */
    double millis() throws IOException {
        double[] took = new double[REPEATS];
        Path file = Files.createTempFile("lambdafs-bench", ".probe");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < REPEATS; i++) {
                long begin = System.nanoTime();
                long state = spin(begin);
                for (int n = 0; n < SYNCS; n++) {
                    channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, state), 0);
                    channel.force(true);
                }
                took[i] = (System.nanoTime() - begin) / 1e6;
            }
        } finally {
            Files.delete(file);
        }
        Arrays.sort(took);
        return took[REPEATS / 2];
    }

    private static long spin(long seed) {
        long state = seed | 1;
        for (int i = 0; i < STEPS; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        return state;
    }
}
