package io.lambdafs.benchmark.simulation.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.ParameterFile;
import io.lambdafs.benchmark.simulation.parameters.ParameterSource;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibrationTest {
    private static final String COLUMNS =
            "work,callers,system,operations,elapsed_ms,p50_us,p99_us,read_p99_us,cpu_us,others_us";

    @TempDir
    private Path directory;

    private Path write(String name, List<String> lines) throws IOException {
        Path file = directory.resolve(name);
        Files.write(file, lines);
        return file;
    }

    /** Two rounds of 500 operations each, so that a lone caller's mean is its median; CPU times are those of an operation. */
    private static List<String> cell(String work, int callers, String system, double p50, int[] cpu) {
        String micros = String.format(
                "{client=%d; instances=%d; platform=0; store=%d; zookeeper=%d}",
                500 * cpu[0], 500 * cpu[1], 500 * cpu[2], 500 * cpu[3]);
        double millis = callers == 1 ? p50 / 2 : 100;
        String line = work + "," + callers + "," + system + ",500," + millis + "," + p50 + ",1.0,NaN," + micros;
        // The round beside which others took a core does not count.
        return List.of(line + ",0", line.replace(",500,", ",1,") + ",100000");
    }

    private MeasuredRounds store(String store) throws IOException {
        List<String> lines = new ArrayList<>(List.of(COLUMNS));
        for (String system : List.of(store + "-cached", store + "-stateless")) {
            for (String row : NamespaceOperation.rows()) {
                lines.addAll(cell(row, 1, system, 500, new int[] {40, 60, 100, 3}));
                lines.addAll(cell(row, Calibration.MANY, system, 5_000, new int[] {20, 30, 50, 1}));
            }
        }
        return MeasuredRounds.read(write(store + ".csv", lines));
    }

    private MeasuredRounds rounds() throws IOException {
        List<String> lines = new ArrayList<>(List.of(COLUMNS));
        for (int callers : new int[] {1, Calibration.MANY}) {
            for (String work : List.of("create", "mkdirs")) {
                int rounds = (work.equals("create") ? 2 : 1) * (callers == 1 ? 2 : 1);
                lines.addAll(cell(work, callers, "members-1", 1_000, new int[] {0, 1_000, 0, 0}));
                lines.addAll(cell(work, callers, "members-2", 1_000 + 1_500 * rounds, new int[] {
                    0, 1_000 + 500 * rounds, 0, 100 * rounds
                }));
                lines.addAll(
                        cell(work, callers, "members-4", 9_000, new int[] {0, 1_000 + 900 * rounds, 0, 160 * rounds}));
            }
        }
        return MeasuredRounds.read(write("rounds.csv", lines));
    }

    private MeasuredStarts starts() throws IOException {
        return MeasuredStarts.read(write(
                "starts.csv",
                List.of(
                        COLUMNS,
                        "stat,1,HTTP,1,1,1000,1000,NaN,{client=400; instances=300; platform=200; store=50},0",
                        "stat,1,TCP,1,1,130,130,NaN,{client=100; instances=80; platform=0; store=50},0",
                        "stat,8,HTTP,10,1,2000,2000,NaN,{client=1400; instances=2300; platform=2660; store=500},0",
                        "stat,8,TCP,10,1,600,600,NaN,{client=400; instances=700; platform=0; store=500},0",
                        "cold start,1,HTTP,1,309,309000,309000,NaN,{},0")));
    }

    private SimulationParameters calibrated() throws IOException {
        return Calibration.of(
                ParameterFile.committed(),
                new Calibration.Measurements(
                        Map.of(StoreKind.ENGINE, store("engine"), StoreKind.POSTGRESQL, store("postgresql")),
                        rounds(),
                        starts(),
                        120,
                        2),
                "a machine",
                "2031-01-02");
    }

    @Test
    void operations_areWhatOneAndManyCallersTook() throws IOException {
        SimulationParameters parameters = calibrated();
        assertThat(parameters.of("client.cached.stat.alone")).isEqualTo(40);
        assertThat(parameters.of("client.stateless.stat.together")).isEqualTo(20);
        assertThat(parameters.of("cached.stat.instance.alone")).isEqualTo(60);
        assertThat(parameters.of("cached.stat.instance.beside"))
                .as("all fits in 500 µs")
                .isZero();
        // 500 µs, of which 200 are CPU time of all processes on the way.
        assertThat(parameters.of("cached.stat.wait")).isEqualTo(300);
        assertThat(parameters.of("postgresql.stateless.stat.store.together")).isEqualTo(50);
        assertThat(parameters.of("engine.cached.mkdirs.wait")).isEqualTo(180);
        assertThat(parameters.of("engine.cached.create.wait")).as("two syncs").isEqualTo(60);
        assertThat(parameters.of("engine.cached.mkdirs.coordinator.alone")).isEqualTo(3);
        assertThat(parameters.of("engine.fsync")).isEqualTo(120);
        assertThat(parameters.of("ndb.fsync")).isZero();
        assertThat(parameters.of("ndb.cached.create.instance.together")).isEqualTo(39);
        assertThat(parameters.value("ndb.cached.create.instance.together").source())
                .isEqualTo(ParameterSource.DERIVED);
        assertThat(parameters.value("client.cached.stat.alone").date()).isEqualTo("2031-01-02");
        assertThat(parameters.value("network.client").source()).isEqualTo(ParameterSource.ASSUMED);
        assertThat(parameters.machine()).isEqualTo("a machine");
    }

    @Test
    void rounds_areWhatFurtherMembersTake() throws IOException {
        SimulationParameters parameters = calibrated();
        assertThat(parameters.cpu("round.member")).isEqualTo(new CpuCost(400, 200, 0));
        assertThat(parameters.cpu("round.leader")).isEqualTo(new CpuCost(600, 300, 0));
        assertThat(parameters.cpu("round.coordinator-member")).isEqualTo(new CpuCost(60, 30, 0));
        assertThat(parameters.cpu("round.coordinator")).isEqualTo(new CpuCost(140, 70, 0));
        // 3,000 µs, without 1,200 of CPU time and two syncs.
        assertThat(parameters.of("round.wait")).isEqualTo(1_560);
    }

    @Test
    void startsAndCallsByHttp_areWhatTheyTakeMore() throws IOException {
        SimulationParameters parameters = calibrated();
        assertThat(parameters.of("start.cold")).isEqualTo(309);
        assertThat(parameters.of("http.client")).isEqualTo(100);
        assertThat(parameters.of("http.instance")).isEqualTo(160);
        assertThat(parameters.of("http.platform")).isEqualTo(266);
        assertThat(parameters.of("http.wait")).isEqualTo(150);
    }

    @Test
    void cpuTimeThatNobodyWaitsFor_isBesideTheWay() throws IOException {
        MeasuredRounds rounds = MeasuredRounds.read(write(
                "spin.csv",
                List.of(
                        COLUMNS,
                        cell("stat", 1, "x", 50, new int[] {70, 30, 0, 0}).get(0),
                        cell("stat", 64, "x", 900, new int[] {16, 14, 0, 0}).get(0))));
        Calibration.Fit fit = Calibration.Fit.of(rounds.cell("stat", 1, "x"), rounds.cell("stat", 64, "x"), 1.1, 0);
        assertThat(fit.waitMicros()).isZero();
        assertThat(fit.cpu("client").alone()).isEqualTo(35);
        assertThat(fit.cpu("client").beside()).isEqualTo(35);
        assertThat(fit.cpu("instances").beside()).isEqualTo(15);
        assertThat(fit.cpu("instances").together()).isCloseTo(15.4, Offset.offset(1e-9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rounds.cell("ls", 1, "x"))
                .withMessageContaining("ls by 1 callers was not measured on x");
    }

    @Test
    void saturatedMachine_isOccupiedByMoreThanProcessesAreChargedFor() throws IOException {
        // 5,000 operations a second of 320, 360 and 400 µs are 1.6, 1.8 and 2 cores.
        List<String> lines = new ArrayList<>(List.of(COLUMNS));
        lines.addAll(cell("stat", 64, "x", 900, new int[] {160, 100, 50, 10}));
        lines.addAll(cell("open", 64, "x", 900, new int[] {200, 100, 50, 10}));
        lines.addAll(cell("ls", 64, "x", 900, new int[] {200, 140, 50, 10}));
        lines.addAll(cell("stat", 8, "x", 900, new int[] {200, 40, 50, 10}));
        MeasuredRounds rounds = MeasuredRounds.read(write("saturated.csv", lines));
        assertThat(rounds.occupied(64, 2)).isCloseTo(2 / 1.8, Offset.offset(1e-9));
        assertThat(rounds.occupied(64, 1)).as("never less").isEqualTo(1);
        assertThat(rounds.occupied(64, 3)).as("callers that do not saturate it").isEqualTo(1);
        assertThat(rounds.occupied(32, 2)).as("not measured").isEqualTo(1);
    }

    @Test
    void filesOfSomethingElse_areRefused() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasuredRounds.read(write("a.csv", List.of("second,due"))))
                .withMessageContaining("it is not a file of rounds");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasuredRounds.read(write("b.csv", List.of(COLUMNS, "stat,1"))))
                .withMessageContaining("a line of 2 fields");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasuredStarts.read(write("c.csv", List.of(COLUMNS))))
                .withMessageContaining("stat by 1 callers was not measured on HTTP");
    }
}
