package io.lambdafs.openwhisk.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstanceLogsTest {
    private static final String SENTINEL = "XXX_THE_END_OF_A_WHISK_ACTIVATION_XXX\n";
    private static final String TIME = "1970-01-01T00:00:00Z          ";

    @TempDir
    Path directory;

    private Path out = Path.of("unset");
    private Path err = Path.of("unset");

    @BeforeEach
    void createFiles() throws Exception {
        out = Files.createFile(directory.resolve("out"));
        err = Files.createFile(directory.resolve("err"));
    }

    @Test
    void lines_belongToTheActivationBeforeTheirSentinel() throws Exception {
        InstanceLogs logs = new InstanceLogs(out, err, () -> Instant.EPOCH);
        write(out, "a\nb\n" + SENTINEL + "c\n" + SENTINEL);
        write(err, SENTINEL + "d\n" + SENTINEL);
        assertThat(logs.collect(1000, true)).containsExactly(TIME + " stdout: a", TIME + " stdout: b");
        assertThat(logs.collect(1000, true)).containsExactly(TIME + " stdout: c", TIME + " stderr: d");
    }

    @Test
    void logs_aboveTheLimit_areCutAndTheNextActivationIsNotAffected() throws Exception {
        InstanceLogs logs = new InstanceLogs(out, err, () -> Instant.EPOCH);
        write(out, "first\n" + "x".repeat(200_000) + "\n" + SENTINEL + "next\n" + SENTINEL);
        write(err, SENTINEL + SENTINEL);
        List<String> cut = logs.collect(1000, true);
        assertThat(cut.get(0)).endsWith("stdout: first");
        assertThat(cut.get(cut.size() - 1))
                .endsWith("Logs were truncated because the total bytes size exceeds the limit of 1000 bytes.");
        assertThat(logs.collect(1000, true)).containsExactly(TIME + " stdout: next");
    }

    @Test
    void logs_withoutSentinel_areWhatIsThere() throws Exception {
        InstanceLogs logs = new InstanceLogs(out, err, () -> Instant.EPOCH);
        write(err, "Exception in thread\n");
        assertThat(logs.collect(1000, false)).containsExactly(TIME + " stderr: Exception in thread");
    }

    private static void write(Path file, String text) throws Exception {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }
}
