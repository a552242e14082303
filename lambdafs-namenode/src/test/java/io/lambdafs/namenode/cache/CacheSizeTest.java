package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What cached inodes take up on the heap, measured in a process of its own. */
final class CacheSizeTest {
    private static final double MOST_OVER_ACCOUNTED = 1.15;

    @ParameterizedTest
    @EnumSource
    void inodeWithANameOf20Bytes_takesUpNoMoreThanItMay_andAsMuchAsIsAccountedFor(MeasuredCache.Kind kind)
            throws Exception {
        String[] figures = measure(kind).split(" ", -1);
        double onHeap = Double.parseDouble(figures[0]);
        double accounted = Double.parseDouble(figures[1]);
        System.out.println("bytes for each cached inode of " + kind + ": " + onHeap + ", accounted for: " + accounted);
        assertThat(onHeap).isLessThanOrEqualTo(kind.mostBytes());
        assertThat(accounted).isBetween(onHeap * 0.9, onHeap * MOST_OVER_ACCOUNTED);
    }

    private static String measure(MeasuredCache.Kind kind) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MeasuredCache.class.getName(),
                        kind.name())
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
