package io.lambdafs.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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
    void endedProcessThatNobodyCollected_isNone() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sh -c 'sleep 50; true' & echo $!; exec sleep 100").start();
        try {
            long pid = Long.parseLong(parent.inputReader().readLine());
            ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
            file.write(child);
            child.destroyForcibly();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (file.running().isPresent() && System.nanoTime() < deadline) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
            assertThat(file.running()).isEmpty();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void damagedFile_isNoProcess() throws IOException {
        for (String text : new String[] {"", "x", "1 y", "1 2 3"}) {
            Files.writeString(path, text);
            assertThat(file.running()).isEmpty();
        }
    }
}
