package io.lambdafs.benchmark.harness.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.benchmark.harness.arrival.Arrivals;
import io.lambdafs.benchmark.harness.arrival.ParetoSeries;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DriverFileTest {
    private static final RunPlan.Target TARGET = new RunPlan.Target("mem://x/", Map.of(), false);
    private static final List<String> LINES = List.of(
            "files.to.create.in.warmup.phase=40",
            "warmup.phase.wait.time=10000",
            "interleaved.bm.duration=60000",
            "interleaved.bm.iat.unit=15",
            "interleaved.bm.iat.skipunit=0",
            "interleaved.bm.iat.distribution=PARETO",
            "interleaved.bm.iat.pareto.alpha=2",
            "interleaved.bm.iat.pareto.location=300",
            "num.worker.threads=32",
            "interleaved.create.files.percentage=2.7",
            "interleaved.read.files.percentage=69.22",
            "interleaved.rename.files.percentage=1.3",
            "interleaved.ls.dirs.percentage=9.01",
            "interleaved.delete.files.percentage=0.75",
            "interleaved.mkdir.percentage=0.02",
            "interleaved.file.getInfo.percentage=17",
            "interleaved.chmod.dirs.percentage=0.00");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private Path file(String... more) throws IOException {
        Path file = work.resolve("workload.yaml");
        Files.write(file, LINES);
        Files.writeString(file, Files.readString(file) + String.join("\n", more));
        return file;
    }

    @Test
    void load_isTheSeriesOfTheFile_withSeedZero() throws IOException {
        RunPlan plan = DriverFile.read(file(), TARGET, 8, "/bench").plan();
        assertThat(plan.clients()).isEqualTo(256);
        assertThat(plan.seed()).isZero();
        assertThat(plan.base()).isEqualTo("/bench");
        assertThat(plan.work().tree().initial()).isEqualTo(40);
        assertThat(plan.work().phases().get(0).nanos()).isEqualTo(60_000_000_000L);
        ParetoSeries series = new ParetoSeries(300, 2, Double.POSITIVE_INFINITY, 0);
        Arrivals arrivals = plan.load().arrivals(plan.seed());
        long expected = 15L * (series.next() + series.next() + series.next() + series.next());
        long offered = 0;
        while (arrivals.next() < 60_000_000_000L) {
            offered++;
        }
        assertThat(offered).isEqualTo(expected);
    }

    @Test
    void keysMayBeWrittenAsInYaml() throws IOException {
        Path file = work.resolve("workload.yaml");
        Files.write(file, LINES.stream().map(line -> line.replace("=", ": ")).toList());
        assertThat(DriverFile.read(file, TARGET, 1, "/bench").plan().clients()).isEqualTo(32);
    }

    @Test
    void keysWithoutEffect_areSaid() throws IOException {
        assertThat(DriverFile.read(
                                file("interleaved.bm.iat.skipunit=3", "read.files.from.disk=true"), TARGET, 1, "/bench")
                        .notes())
                .anyMatch(note -> note.contains("skipunit"))
                .anyMatch(note -> note.contains("read.files.from.disk"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "interleaved.bm.iat.distribution=ZIPF|interleaved.bm.iat.distribution|PARETO, POISSON",
                "interleaved.bm.iat.unit=0|interleaved.bm.iat.unit|seconds",
                "interleaved.bm.iat.pareto.location=none|interleaved.bm.iat.pareto.location|number above 0",
                "num.worker.threads=many|num.worker.threads|whole number",
                "interleaved.mkdir.percentage=1|interleaved|must add up to 100",
                "interleaved.bm.duration=0|interleaved.bm.duration|milliseconds",
                "benchmark.random.seed=first|benchmark.random.seed|whole number"
            })
    void wrongValue_isNamedWithItsKeyAndWhatToWrite(String line, String key, String says) throws IOException {
        Path file = file(line);
        assertThatThrownBy(() -> DriverFile.read(file, TARGET, 1, "/bench"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(says);
    }
}
