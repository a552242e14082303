package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How {@code bin/lambdafs check} ends, and what it sums up. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class CheckMainTest {
    private static final SimulatorRun.Report SIMULATED = new SimulatorRun.Report("7 seeds", Optional.empty());

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @Test
    void simulatorInOrder_endsWithZero() throws Exception {
        assertThat(check("--histories", "0", "--simulator-seeds", "5", "--seed", "1"))
                .isZero();
        assertThat(lastLine()).matches("simulator: 5 seeds, .* commits, .*: no violation");
    }

    @Test
    void ruleThatTheSimulatorMisses_endsWithOneAndTheCommandThatShowsIt() throws Exception {
        String[] without = {"--without", "PENDING_UNTIL_COMMIT"};
        assertThat(check("--histories", "0", "--simulator-seeds", "1000", "--seed", "1", without[0], without[1]))
                .isEqualTo(1);
        String replay =
                lastLine().substring(lastLine().indexOf("bin/lambdafs check ") + "bin/lambdafs check ".length());
        assertThat(lastLine()).contains("VIOLATION");
        printed.reset();
        assertThat(check(replay.split(" "))).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSizeGreaterThan(100);
        assertThat(lastLine()).endsWith(replay);
    }

    @Test
    void nonsense_endsWithTwo() throws Exception {
        assertThat(check("--fast", "1")).isEqualTo(2);
    }

    @Test
    void summary_coversSimulatorAndHistories() {
        Summary summary = new Summary();
        assertThat(summary.isClean()).isFalse();
        summary.add(SIMULATED);
        summary.add(history("ok"));
        assertThat(summary.isClean()).isTrue();
        assertThat(summary.toString().lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("simulator: 7 seeds: no violation"))
                .anyMatch(line -> line.startsWith("1 histories, 10 operations"));
        summary.add(new SimulatorRun.Report("7 seeds", Optional.of("this")));
        assertThat(summary.isClean()).isFalse();
    }

    @Test
    void summary_isNotCleanWithAViolationOrAnUndecidedHistory() {
        for (String result : List.of("violation", "undecided")) {
            Summary summary = new Summary();
            summary.add(SIMULATED);
            summary.add(history("ok"));
            summary.add(history(result));
            assertThat(summary.isClean()).as(result).isFalse();
        }
    }

    private static ProcessHistory.Report history(String result) {
        return new ProcessHistory.Report(
                ProcessHistory.Plan.of(1, 10, Duration.ofSeconds(1)),
                List.of(),
                new ProcessHistory.Work(Duration.ofSeconds(1), 0, List.of(), Map.of(), ClientCounts.NONE),
                new HistoryChecker.Finding(result, 10, 0, 1, 1, 0, null, null));
    }

    private int check(String... arguments) throws Exception {
        PrintStream console = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int status = CheckMain.run(List.of(arguments), directory, console);
        System.out.print(printed.toString(StandardCharsets.UTF_8));
        return status;
    }

    private String lastLine() {
        List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
        return lines.get(lines.size() - 1);
    }
}
