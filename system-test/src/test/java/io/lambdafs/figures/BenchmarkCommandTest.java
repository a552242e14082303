package io.lambdafs.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.ProcessOutput;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmarks run to their end and have a figure for each of their targets, whatever it is. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class BenchmarkCommandTest {
    private static final long MINUTES_EACH = 6;

    @TempDir
    private Path work;

    @Tag("long")
    @Test
    void comparison_hasAFigureForEachTarget() throws Exception {
        assertHasTargets(5, "compare", "--rows", "open,mkdirs,delete", "--callers", "8");
    }

    @Tag("long")
    @Test
    void inodeFeatures_haveAFigureForEachTarget() throws Exception {
        assertHasTargets(12, "inode-features");
    }

    @Tag("long")
    @Test
    void coherence_hasAFigureForEachTarget() throws Exception {
        assertHasTargets(2, "coherence");
    }

    @Tag("long")
    @Test
    void filesForFunctions_haveAFigureForEachTarget() throws Exception {
        assertHasTargets(10, "faasfs");
        assertThat(Files.readString(work.resolve("rounds.html"))).contains("<svg");
    }

    @Tag("long")
    @Test
    void paper_hasAReportWithTheFiguresOfAnExperiment() throws Exception {
        assertHasTargets(4, "paper", "--only", "faults");
        Path report = work.resolve("rounds.csv");
        assertThat(Files.readString(report.resolve("report.html")))
                .contains("Figure 15: fault tolerance", "<svg", "faults: instances killed");
        assertThat(Files.readAllLines(report.resolve("fig15.csv")))
                .startsWith("t_s,due,done,failed,instances")
                .hasSizeGreaterThan(5);
        assertThat(Files.size(report.resolve("runs/faults/timeline.csv"))).isPositive();
    }

    @Test
    void rowThatThereIsNot_isNamedBeforeAnythingStarts() throws Exception {
        assertRefused("there is no row 'mkdir'; the rows are", "compare", "--rows", "mkdir");
    }

    @Test
    void figureThatThereIsNot_isNamedBeforeAnythingStarts() throws Exception {
        assertRefused("there is no figure 9; the figures are 8, 11, 12", "simulate", "--validate", "--figure", "9");
    }

    private void assertRefused(String because, String... benchmark) throws Exception {
        List<String> command = new ArrayList<>(List.of(script().toString()));
        command.addAll(List.of(benchmark));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LAMBDAFS_BUILD", "never");
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            process.getOutputStream().close();
            int status = process.waitFor();

            String said = output.output() + output.errors();
            assertThat(status).as(said).isEqualTo(2);
            assertThat(said).contains(because).doesNotContain("starting");
        }
    }

    private void assertHasTargets(int targets, String... benchmark) throws Exception {
        String said = said(benchmark);
        // Where its rounds or its plots are.
        try (Stream<Path> written = Files.list(work)) {
            assertThat(written.filter(file -> file.getFileName().toString().startsWith("rounds")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file.toFile().length()).isPositive());
        }
        List<String> lines =
                said.lines().filter(line -> line.contains(" target ")).toList();
        assertThat(lines).as(said).hasSize(targets).noneMatch(line -> line.contains("NaN"));
    }

    private static Path script() {
        return CheckoutSources.root().resolve("benchmark/run");
    }

    private String said(String... benchmark) throws IOException, InterruptedException {
        Path rounds = work.resolve("rounds.csv");
        List<String> command = new ArrayList<>(List.of(script().toString()));
        command.addAll(List.of(benchmark));
        command.addAll(List.of("--small", "--out", rounds.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LAMBDAFS_BUILD", "never");
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(MINUTES_EACH, TimeUnit.MINUTES);
            if (!ended) {
                // It then stops what it has started.
                process.destroy();
                process.waitFor(1, TimeUnit.MINUTES);
            }
            String said = output.output();
            assertThat(ended)
                    .as("%s has not ended: %s", command, said + output.errors())
                    .isTrue();
            assertThat(process.exitValue()).as(said + output.errors()).isZero();
            return said;
        }
    }
}
