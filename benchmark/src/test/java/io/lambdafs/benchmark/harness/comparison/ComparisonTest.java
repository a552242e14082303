package io.lambdafs.benchmark.harness.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComparisonTest {
    private static final Figure SPEED = Figure.ALL.stream()
            .filter(figure -> figure.name().equals("operations a second"))
            .findFirst()
            .orElseThrow();

    private static ComparedRun run(int round, String system, String digest, int seconds, int... statuses) {
        PhaseResult phase = new PhaseResult("replay");
        phase.kind(OperationKind.READ).add(1_200, 0, 0);
        phase.second(0);
        phase.took(seconds * 1_000_000_000L);
        return new ComparedRun(
                round,
                1,
                system,
                new RunResult(
                        Instant.EPOCH,
                        Map.of(),
                        List.of(phase),
                        List.of(),
                        Optional.of(new NamespaceCheck(digest, 9, 0, 0, 0, 0, List.of())),
                        Optional.empty(),
                        Arrays.stream(statuses)
                                .mapToObj(status -> new RunResult.Verdict(status, "a reason"))
                                .toList()));
    }

    private static ComparisonResult result() {
        return new ComparisonResult(List.of("one", "two"), 0);
    }

    @Test
    void ratios_areOfTheSameRound_andClaimedOnlyFromFiveRoundsOn() {
        ComparisonResult few = result();
        ComparisonResult many = result();
        for (int round = 1; round <= 6; round++) {
            // The machine becomes slower from round to round, and both systems with it.
            List<ComparedRun> both = List.of(run(round, "two", "d", 2 * round), run(round, "one", "d", 3 * round));
            assertThat(many.add(round, both, false)).isTrue();
            if (round < 5) {
                few.add(round, both, false);
            }
        }

        Ratio ratio = many.ratio("two", SPEED).orElseThrow();
        assertThat(ratio.median()).isEqualTo(1.5);
        assertThat(ratio.least()).isEqualTo(ratio.most()).isEqualTo(1.5);
        assertThat(ratio.isDifference()).isTrue();
        assertThat(few.ratio("two", SPEED).orElseThrow().isDifference()).isFalse();
        assertThat(many.status()).isZero();
        assertThat(many.median("one", SPEED)).isEqualTo((1_200 / 9.0 + 1_200 / 12.0) / 2);
    }

    @Test
    void ratiosOnBothSidesOfOne_areNoDifference() {
        assertThat(Ratio.of(List.of(0.8, 1.3, 0.9, 1.2, 1.1, 0.95), 0).isDifference())
                .isFalse();
        assertThat(Ratio.of(List.of(0.8, 0.7, 0.9, 0.85, 0.75), 0).isDifference())
                .isTrue();
    }

    @Test
    void roundWithOtherNamespaces_isVoid() {
        ComparisonResult result = result();

        assertThat(result.add(1, List.of(run(1, "one", "d", 1), run(1, "two", "other", 1)), false))
                .isTrue();
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.runs()).isEmpty();
        assertThat(result.remarks().get(0).text()).contains("one has namespace d", "two has namespace other");
    }

    @Test
    void noisyRound_isBegunAgain_andVoidAfterTheLastAttempt() {
        ComparisonResult result = result();
        List<ComparedRun> noisy = List.of(run(1, "one", "d", 1), run(1, "two", "d", 1, 4));

        assertThat(result.add(1, noisy, false)).isFalse();
        assertThat(result.status()).isZero();
        assertThat(result.add(1, noisy, true)).isTrue();
        assertThat(result.status()).isEqualTo(4);
        assertThat(result.runs()).isEmpty();
    }

    @Test
    void saturatedClients_count_andAreSaid() {
        ComparisonResult result = result();
        result.add(1, List.of(run(1, "one", "d", 1, 3), run(1, "two", "d", 1)), false);

        assertThat(result.status()).isEqualTo(3);
        assertThat(result.runs()).hasSize(2);
    }

    @Test
    void order_differsFromRoundToRound_andIsThatOfTheSeed(@TempDir Path directory) throws IOException {
        ComparisonPlan plan = plan(
                directory, "{trace: t, rounds: 9, seed: 3, systems: [{name: a}, {name: b}, {name: c}, {name: d}]}");
        assertThat(plan.order(1)).isEqualTo(plan.order(1)).containsExactlyInAnyOrderElementsOf(plan.systems());
        assertThat(IntStream.range(0, 9).mapToObj(plan::order).distinct()).hasSizeGreaterThan(3);
    }

    private static ComparisonPlan plan(Path directory, String text) throws IOException {
        return ComparisonPlan.read(Files.writeString(directory.resolve("plan.yaml"), text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{systems: [{name: a}, {name: b}]}|the key 'trace' is missing",
                "{trace: t, systems: [{name: a}]}|name two or more",
                "{trace: t, systems: [{name: a}, {name: a}]}|rename one",
                "{trace: t, systems: [{name: a b}, {name: c}]}|use letters",
                "{trace: t, system: []}|there is no key 'system'",
                "{trace: t, systems: [{name: a, uri: x}, {name: b}]}|there is no key 'uri'",
                "{trace: t, rounds: 0, systems: [{name: a}, {name: b}]}|rounds is '0': write a whole number from 1",
                "{trace: [x], systems: [{name: a}, {name: b}]}|trace must have keys",
                "{trace: t, systems: 3}|systems must be a list"
            })
    void planThatIsWrong_isRefused(String text, String says, @TempDir Path directory) {
        assertThatThrownBy(() -> plan(directory, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plan.yaml")
                .hasMessageContaining(says);
    }
}
