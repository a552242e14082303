package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What cached inodes take up on the heap, measured in a process of its own. */
final class CacheSizeTest {
    private static final int MOST_BYTES = 200;

    @Test
    void fileWithANameOf20Bytes_takesUpAtMost200Bytes_andAsMuchAsIsAccountedFor() throws Exception {
        String[] figures = measure().split(" ", -1);
        double onHeap = Double.parseDouble(figures[0]);
        double accounted = Double.parseDouble(figures[1]);
        System.out.println("bytes for each cached file: " + onHeap + ", accounted for: " + accounted);
        assertThat(onHeap).isLessThanOrEqualTo(MOST_BYTES);
        assertThat(accounted).isBetween(onHeap * 0.9, onHeap * 1.15);
    }

    private static String measure() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MeasuredCache.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            assertThat(line).as("the process says nothing").isNotNull();
            return line == null ? "" : line;
        } finally {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
