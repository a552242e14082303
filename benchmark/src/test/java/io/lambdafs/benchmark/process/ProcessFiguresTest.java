package io.lambdafs.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessFiguresTest {
    /** Above every process id that Linux gives. */
    private static final long PID = 4_194_305;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path proc;

    @Test
    void times_areReadBehindANameWithBlanksAndParentheses() throws IOException {
        Path process = Files.createDirectories(proc.resolve(Long.toString(PID)));
        Files.writeString(
                process.resolve("stat"),
                PID + " (a) b (c) S 1 2 3 4 5 6 7 8 9 10 200 30 4000 500 20 0 1 0 99 1000 50 18446744073709551615\n");
        Files.writeString(process.resolve("status"), "Name:\ta) b (c\nVmHWM:\t  9216 kB\nVmRSS:\t  3072 kB\n");
        ProcessFigures figures = new ProcessFigures(proc);
        assertThat(figures.cpuMicros(PID)).isEqualTo(2_300_000);
        assertThat(figures.cpuMicrosWithChildren(PID)).isEqualTo(47_300_000);
        assertThat(figures.residentMb(PID)).isEqualTo(3);
    }

    @Test
    void machineTime_isWhatIsNeitherIdleNorCountedTwice() throws IOException {
        ProcessFigures figures = new ProcessFigures(proc);
        assertThat(figures.machineCpuMicros()).as("unknown").isZero();
        Files.writeString(
                proc.resolve("stat"), "cpu  1 2 4 8000 16000 32 64 128 256 512\ncpu0 1 2 4 8 16 32 64 0 0 0\n");
        assertThat(figures.machineCpuMicros()).isEqualTo(1_030_000);
    }

    @Test
    void endedProcess_usesNothing() {
        ProcessFigures figures = new ProcessFigures(proc);
        assertThat(figures.cpuMicros(PID)).isZero();
        assertThat(figures.residentMb(PID)).isZero();
    }
}
