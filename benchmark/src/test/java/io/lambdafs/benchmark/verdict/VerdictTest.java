package io.lambdafs.benchmark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VerdictTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void aTargetMissed_isToldByTheStatus() {
        Target met = Target.atMost("latency", 3, 3, "ms");
        Target missed = Target.atLeast("ratio", 1.9, 2, "×");

        assertThat(verdict(met, missed)).isEqualTo(Verdict.MISSED);
        assertThat(verdict(met)).isEqualTo(Verdict.MET);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("met", "MISSED");
    }

    @Test
    void whatWasNotMeasured_isMissed() {
        assertThat(verdict(Target.atMost("latency", Double.NaN, 3, "ms"))).isEqualTo(Verdict.MISSED);
        assertThat(verdict()).isEqualTo(Verdict.MISSED);
    }

    @Test
    void aFurtherTarget_isPrintedAndDecidesNothing() {
        assertThat(verdict(Target.atMost("latency", 3, 3, "ms").orBetter(2))).isEqualTo(Verdict.MET);
        assertThat(verdict(Target.atLeast("ratio", 1.9, 2, "×").orBetter(1))).isEqualTo(Verdict.MISSED);

        assertThat(printed.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.isEmpty()))
                .satisfiesExactly(
                        line -> assertThat(line).containsSubsequence("target ≤ 3.0", "met", "stretch ≤ 2.0", "missed"),
                        line -> assertThat(line).containsSubsequence("target ≥ 2.0", "MISSED", "stretch ≥ 1.0", "met"));
    }

    private Verdict verdict(Target... targets) {
        return Verdict.of(List.of(targets), new PrintStream(printed, true, StandardCharsets.UTF_8));
    }
}
