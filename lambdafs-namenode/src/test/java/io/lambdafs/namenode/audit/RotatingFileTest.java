package io.lambdafs.namenode.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RotatingFileTest {
    @TempDir
    private Path directory;

    private static byte[] line(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void severalWriters_shareTheFile_andFollowItWhenItIsRenamed() throws IOException {
        Path path = directory.resolve("logs/audit.log");
        try (RotatingFile one = new RotatingFile(path, 20, 2);
                RotatingFile other = new RotatingFile(path, 20, 2)) {
            one.write(line("0123456789"));
            other.write(line("0123456789"));
            // 22 bytes are there: the next writer begins a new file, and the other one notices.
            one.write(line("second"));
            other.write(line("too"));
            assertThat(path).hasContent("second\ntoo\n");
            assertThat(directory.resolve("logs/audit.log.1")).hasContent("0123456789\n0123456789\n");
        }
    }

    @Test
    void oldestFile_isGivenUp() throws IOException {
        Path path = directory.resolve("audit.log");
        try (RotatingFile file = new RotatingFile(path, 5, 2)) {
            for (int i = 0; i < 5; i++) {
                file.write(line("line" + i));
            }
        }
        assertThat(path).hasContent("line4\n");
        assertThat(directory.resolve("audit.log.1")).hasContent("line3\n");
        assertThat(directory.resolve("audit.log.2")).hasContent("line2\n");
        assertThat(directory.resolve("audit.log.3")).doesNotExist();
    }

    @Test
    void fileThatSomebodyRemoved_isMadeAgain() throws IOException {
        Path path = directory.resolve("audit.log");
        try (RotatingFile file = new RotatingFile(path, 1000, 2)) {
            file.write(line("gone"));
            Files.delete(path);
            file.write(line("here"));
        }
        assertThat(path).hasContent("here\n");
    }
}
