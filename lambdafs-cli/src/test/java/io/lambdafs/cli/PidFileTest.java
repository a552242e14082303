package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which processes a file with a process id is taken for. */
final class PidFileTest {
    @TempDir
    private Path directory;

    private Path path;
    private PidFile file;

    @BeforeEach
    void name() {
        path = directory.resolve("x.pid");
        file = new PidFile(path);
    }

    @Test
    void absentFile_isNoProcess() {
        assertThat(file.running()).isEmpty();
    }

    @Test
    void runningProcess_isFound() {
        file.write(ProcessHandle.current());
        assertThat(file.running()).contains(ProcessHandle.current());
        file.delete();
        assertThat(file.running()).isEmpty();
    }

    @Test
    void strangerWithTheSameId_isNotTakenForIt() throws IOException {
        Files.writeString(path, ProcessHandle.current().pid() + " 1000\n");
        assertThat(file.running()).isEmpty();
    }

    @Test
    void endedProcess_isNone() throws Exception {
        Process process = new ProcessBuilder("true").start();
        file.write(process.toHandle());
        process.waitFor();
        assertThat(file.running()).isEmpty();
    }

    @Test
    void damagedFile_isNoProcess() throws IOException {
        for (String text : new String[] {"", "x", "1 y", "1 2 3"}) {
            Files.writeString(path, text);
            assertThat(file.running()).isEmpty();
        }
    }
}
