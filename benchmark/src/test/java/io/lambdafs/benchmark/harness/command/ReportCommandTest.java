package io.lambdafs.benchmark.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportCommandTest {
    private final BenchCommand bench = new BenchCommand();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private String read(String name) throws IOException {
        return Files.readString(work.resolve("out").resolve(name));
    }

    private void run() {
        bench.onMemory("run", "report", "--workload", "raw:create,statFile", "--clients", "2", "--duration", "1200ms")
                .with("--load", "const:100", "--warmup", "0s", "--kill", "exit 3", "--kill-every", "500ms")
                .with("--no-ceiling", "--out", work.resolve("out").toString())
                .ends(0);
    }

    @Test
    void report_isOneFileWithAllPlots_thatRefersToNothing() throws IOException {
        run();
        String page = read("report.html");
        assertThat(page)
                .doesNotContainPattern("https?://")
                .doesNotContainPattern("<(?:script|link|img|iframe|object)\\b")
                .doesNotContainPattern("url\\(|src=|href=");
        for (String phase : List.of("create", "statFile")) {
            assertThat(page).contains("Phase " + phase);
        }
        for (String plot : List.of(
                "Throughput over time",
                "Response time over time",
                "Latency distribution",
                "Response time of each operation")) {
            assertThat(Pattern.compile(Pattern.quote(plot)).matcher(page).results())
                    .hasSize(2);
        }
        // The figures are drawn: lines with points, and bars with a length.
        assertThat(Pattern.compile("<path d=\"M[0-9. ]+L")
                        .matcher(page)
                        .results()
                        .count())
                .isGreaterThanOrEqualTo(6);
        assertThat(page).containsPattern("<rect x=\"230\" y=\"[0-9.]+\" width=\"[1-9][0-9.]*\"");
        assertThat(page).contains("@media print", "All is well");
        assertThat(page).contains("exit 3", "ended with status 3", "fault");
    }

    @Test
    void report_isMadeAgainFromTheFilesOfARun() throws IOException {
        run();
        String first = read("report.html");
        String table = read("ops.csv");
        Files.delete(work.resolve("out/report.html"));
        Files.delete(work.resolve("out/ops.csv"));
        bench.run("report", work.resolve("out").toString()).ends(0);
        assertThat(read("report.html")).isEqualTo(first);
        assertThat(read("ops.csv")).isEqualTo(table);
    }

    @Test
    void onlyThePage_orOnlyTheTables_areWrittenIfThatIsAsked() throws IOException {
        run();
        Files.delete(work.resolve("out/report.html"));
        Files.delete(work.resolve("out/ops.csv"));
        Files.delete(work.resolve("out/ops.dat"));
        bench.run("report", "--html", work.resolve("out").toString()).ends(0);
        assertThat(work.resolve("out/report.html")).exists();
        assertThat(work.resolve("out/ops.csv")).doesNotExist();
        Files.delete(work.resolve("out/report.html"));
        bench.run("report", "--csv", work.resolve("out").toString()).ends(0);
        assertThat(work.resolve("out/ops.csv")).exists();
        assertThat(work.resolve("out/report.html")).doesNotExist();
        bench.run("report", "--html", "--csv", work.resolve("out").toString()).ends(0);
        assertThat(work.resolve("out/report.html")).exists();
        assertThat(work.resolve("out/ops.dat")).exists();
    }

    @Test
    void gnuplotsData_haveTheNumbersOfTheRun() throws IOException {
        run();
        List<String> timeline = read("timeline.dat").lines().toList();
        assertThat(timeline.get(0)).startsWith("# t_s offered_ops completed_ops");
        assertThat(timeline.get(2)).startsWith("0 100 ");
        assertThat(read("cdf.dat")).contains(" 100.00000");
        assertThat(read("ops.dat")).containsPattern("statFile 120 0 ");
        assertThat(read("plots.gp")).contains("timeline.dat", "cdf.dat", "ops.dat");
    }

    @Test
    void directoryWithoutResults_isRefused() {
        bench.run("report", work.toString()).ends(1);
        assertThat(bench.errors()).contains("run.json", "--out");
    }
}
