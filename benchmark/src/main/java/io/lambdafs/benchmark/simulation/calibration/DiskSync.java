package io.lambdafs.benchmark.simulation.calibration;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** How long a disk takes to make a few kilobytes durable. */
public final class DiskSync {
    private static final int WRITES = 300;
    private static final int BYTES = 4_096;

    private DiskSync() {}

    /**
     * What a quarter of some hundred writes at the end of a file do not exceed, in microseconds; the file is removed. Not the median, because
     * other programs can only make them slower.
     */
    public static double quartileMicros(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, "fsync", ".probe");
        double[] micros = new double[WRITES];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < WRITES; i++) {
                long begin = System.nanoTime();
                channel.write(ByteBuffer.allocate(BYTES));
                channel.force(false);
                micros[i] = (System.nanoTime() - begin) / 1_000.0;
            }
        } finally {
            Files.delete(file);
        }
        Arrays.sort(micros);
        return micros[WRITES / 4];
    }
}
