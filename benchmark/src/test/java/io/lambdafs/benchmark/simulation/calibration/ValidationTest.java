package io.lambdafs.benchmark.simulation.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lambdafs.benchmark.simulation.model.SimulationResult;
import io.lambdafs.benchmark.simulation.parameters.ParameterFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ValidationTest {
    private static SimulationValidation validation() throws IOException {
        return validation(4);
    }

    private static SimulationValidation validation(int functions) throws IOException {
        return new SimulationValidation(ParameterFile.committed(), 2, functions, 1);
    }

    private static MeasuredCell cell(double perSecond, double p50) {
        return new MeasuredCell("mix", 8, "engine-cached", perSecond, p50, Map.of(), 0);
    }

    private static boolean verdict(MeasuredCell cell, ByteArrayOutputStream said) throws IOException {
        return validation().print(List.of(cell), new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @Test
    void verdict_isWithinATwentiethPartOfAHundredOrNot() throws IOException {
        SimulationValidation.Checked checked = validation().check(cell(1, 1));
        double perSecond = checked.simulated().perSecond();
        double p50 = checked.simulated().p50Micros();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertThat(verdict(cell(perSecond, p50), said)).isTrue();
        assertThat(verdict(cell(perSecond / 1.19, p50 / 0.81), said)).isTrue();
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("1 of 1 cells")
                .doesNotContain("MISSED");
        assertThat(verdict(cell(perSecond / 1.21, p50), said)).isFalse();
        assertThat(verdict(cell(perSecond, p50 / 0.79), said)).isFalse();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("MISSED", "0 of 1 cells");
    }

    /**
     * The run of docs/benchmark-history.md, on a quiet machine with one NameNode function, from whose CPU times the parameters of stateless NameNodes over PostgreSQL are. With new parameters
     * belongs a new run.
     */
    @Test
    void publishedRun_isReproducedButForOneCell() throws Exception {
        Path published = Path.of(Objects.requireNonNull(getClass().getResource("published-rounds.csv"))
                .toURI());
        List<String> missed = MeasuredRounds.read(published).cells().stream()
                .filter(cell -> !unchecked(cell).isNear())
                .map(cell -> cell.work() + " by " + cell.callers())
                .toList();
        assertThat(MeasuredRounds.read(published).cells()).hasSize(14);
        assertThat(missed).containsExactly("stat by 8");
    }

    private static SimulationValidation.Checked unchecked(MeasuredCell cell) {
        try {
            return validation(1).check(cell);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void cpuTime_isPrintedBesideTheMeasuredOne() throws IOException {
        MeasuredCell cell = new MeasuredCell(
                "stat", 64, "engine-cached", 1, 1, Map.of("client", 7_000.0, "instances", 654.0, "zookeeper", 1.0), 0);
        SimulationResult simulated = validation().check(cell).simulated();
        // With 64 callers the processes are awake: 18 and 11 µs, and little more.
        assertThat(simulated.cpuMicros().get("client")).isBetween(18.0, 20.0);
        assertThat(simulated.cpuMicros().get("instances")).isBetween(11.0, 15.0);
        assertThat(simulated.cpuMicros()).containsEntry("store", 0.0);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        verdict(cell, said);
        double sum = simulated.cpuMicros().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        assertThat(said.toString(StandardCharsets.UTF_8)).containsPattern("7,654 +" + Math.round(sum) + " +MISSED");
    }

    @Test
    void nothingMeasured_isNoSuccess() throws IOException {
        assertThat(validation().print(List.of(), new PrintStream(new ByteArrayOutputStream())))
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> validation().check(new MeasuredCell("mix", 8, "HDFS", 1, 1, Map.of(), 0)))
                .withMessageContaining("STORE-cached or STORE-stateless");
    }
}
