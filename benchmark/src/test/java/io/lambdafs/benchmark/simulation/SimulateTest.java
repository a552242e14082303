package io.lambdafs.benchmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SimulateTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private int run(String... args) throws IOException {
        said.reset();
        return Simulate.run(args, new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private void assertRefused(String because, String... args) throws IOException {
        assertThat(run(args)).isEqualTo(2);
        assertThat(said()).startsWith("benchmark: ").contains(because);
    }

    @Test
    void nonsense_isRefusedWithASentence_beforeAnythingIsSimulated() throws IOException {
        assertRefused("--figure: there is no figure 9; the figures are 8, 11, 12", "figure=8,9");
        assertRefused("--figure needs whole numbers with commas, such as 8,11, not 'eight'", "figure=eight");
        assertRefused("there is no store 'mysql'; the stores are postgresql, ndb, engine", "stores=mysql");
        assertRefused("--factor is 1 to 100, not 1000", "factor=1000");
        assertRefused("--seed needs a whole number, not 'x'", "seed=x");
        assertRefused("there is no option 'verbose=1'", "verbose=1");
        assertRefused("there is no option 'seed'", "seed");
        assertRefused("there is no file none.json: write one with 'benchmark/run calibrate", "parameters=none.json");
    }

    @Test
    void smallRun_printsFiguresWithBottlenecks() throws IOException {
        String[] args = {"size=small", "stores=engine", "factor=1", "out=" + directory.resolve("one")};
        assertThat(run(args)).as(said()).isZero();
        assertThat(said())
                .contains("Simulated, not measured", "Figure 8, 25,000", "Figure 8, 50,000", "Figure 11, stat")
                .contains("Figure 12, create", "serverful-cache", "10 % better moves λFS");
        List<String> points = Files.readAllLines(directory.resolve("one/points.csv"));
        // Two operations, three systems, and two sizes of each of two figures.
        assertThat(points).hasSize(1 + 2 * 3 * 2 * 2);
        assertThat(Files.readAllLines(directory.resolve("one/figure8.csv"))).hasSize(1 + 2 * 4 * 300);
        assertThat(directory.resolve("one/figure11-stat-engine-1x.svg")).isNotEmptyFile();
        assertThat(directory.resolve("one/figure8-25k-engine-1x-instances.svg")).isNotEmptyFile();
        assertThat(directory.resolve("one/index.html")).content().contains("<svg", "figure 12");
    }

    @Test
    void sameSeed_givesTheSameFigures_andAnotherSeedOthers() throws IOException {
        String[] args = {
            "size=small", "stores=engine", "factor=1", "figure=11", "seed=3", "out=" + directory.resolve("one")
        };
        assertThat(run(args)).as(said()).isZero();
        String first = said();
        args[5] = "out=" + directory.resolve("two");
        run(args);
        assertThat(said()).isEqualTo(first.replace("/one", "/two"));
        assertThat(directory.resolve("two/points.csv")).hasSameTextualContentAs(directory.resolve("one/points.csv"));
        args[4] = "seed=4";
        run(args);
        assertThat(directory.resolve("two/points.csv"))
                .content()
                .isNotEqualTo(Files.readString(directory.resolve("one/points.csv")));
    }

    @Test
    void largerSizes_areSimulatedToo() throws IOException {
        assertThat(run("size=small", "stores=ndb", "factor=2", "figure=11", "out=" + directory))
                .isZero();
        assertThat(said()).contains("2 × the paper's size");
        assertThat(Files.readAllLines(directory.resolve("points.csv"))).anyMatch(line -> line.contains(",1024,512,"));
    }

    @Test
    void measuredRounds_areComparedInPlaceOfFigures() throws IOException {
        Path rounds = directory.resolve("rounds.csv");
        Files.write(
                rounds,
                List.of(
                        "work,callers,system,operations,elapsed_ms,p50_us,p99_us,read_p99_us,cpu_us,others_us",
                        "stat,8,engine-cached,10,1000.0,800000.0,900000.0,NaN,{client=1},0"));
        assertThat(run("measured=" + rounds)).isEqualTo(3);
        assertThat(said()).contains("engine-cached", "MISSED", "0 of 1 cells");
        assertThat(run("check=only", "measured=none")).isZero();
    }
}
