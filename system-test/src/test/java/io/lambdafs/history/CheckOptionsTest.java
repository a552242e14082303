package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code bin/lambdafs check} understands, and what the faults of a seed are. */
final class CheckOptionsTest {
    @Test
    void nothingGiven_isThreeHistoriesAfterAThousandSeeds() throws CheckOptions.UsageException {
        CheckOptions options = CheckOptions.of(List.of(), 9);
        assertThat(options.goesOn(2, Duration.ofHours(5))).isTrue();
        assertThat(options.goesOn(3, Duration.ZERO)).isFalse();
        assertThat(options.plan(2).seed()).isEqualTo(11);
        assertThat(options.simulator()).isEqualTo(new CheckOptions.Simulator(1000, Duration.ZERO));
        assertThat(options.simulatorOptions()).isEmpty();
        assertThat(options.startOptions()).doesNotContain("--mode");
    }

    @Test
    void minutes_boundTheTimeAndNotTheNumber() throws CheckOptions.UsageException {
        CheckOptions options = CheckOptions.of(List.of("--minutes", "30", "--mode", "stateless"), 9);
        assertThat(options.simulator().seeds()).isGreaterThan(100_000);
        assertThat(options.simulator().time()).isEqualTo(Duration.ofMinutes(3));
        assertThat(options.goesOn(1000, Duration.ofMinutes(26))).isTrue();
        assertThat(options.goesOn(1, Duration.ofMinutes(27))).isFalse();
        assertThat(options.goesOn(0, Duration.ofMinutes(27))).isTrue();
        assertThat(options.startOptions()).endsWith("--mode", "stateless");
        assertThat(options.simulatorOptions()).containsExactly("--mode", "stateless");
    }

    @Test
    void seedsGiven_areAsManyWhateverTheTime() throws CheckOptions.UsageException {
        CheckOptions options = CheckOptions.of(List.of("--minutes", "30", "--simulator-seeds", "7"), 9);
        assertThat(options.simulator()).isEqualTo(new CheckOptions.Simulator(7, Duration.ZERO));
        assertThat(options.goesOn(1000, Duration.ofMinutes(29))).isTrue();
        assertThat(options.goesOn(1, Duration.ofMinutes(30))).isFalse();
    }

    @Test
    void historiesGiven_areThatManyAfterTheSameSeeds() throws CheckOptions.UsageException {
        CheckOptions options = CheckOptions.of(List.of("--histories", "50"), 9);
        assertThat(options.goesOn(49, Duration.ofHours(5))).isTrue();
        assertThat(options.goesOn(50, Duration.ZERO)).isFalse();
        assertThat(options.simulator().seeds()).isEqualTo(1000);
    }

    @Test
    void minutesWithoutHistories_areTheSimulators() throws CheckOptions.UsageException {
        CheckOptions options = CheckOptions.of(List.of("--minutes", "30", "--histories", "0"), 9);
        assertThat(options.simulator().time()).isEqualTo(Duration.ofMinutes(30));
        assertThat(options.wantsHistories()).isFalse();
    }

    @Test
    void zero_leavesHistoriesOrSimulatorOut() throws CheckOptions.UsageException {
        CheckOptions simulatorOnly = CheckOptions.of(List.of("--histories", "0", "--simulator-seeds", "7"), 9);
        assertThat(simulatorOnly.wantsHistories()).isFalse();
        assertThat(simulatorOnly.simulator().seeds()).isEqualTo(7);
        CheckOptions historiesOnly = CheckOptions.of(List.of("--histories", "50", "--simulator-seeds", "0"), 9);
        assertThat(historiesOnly.goesOn(49, Duration.ofHours(5))).isTrue();
        assertThat(historiesOnly.simulator().seeds()).isZero();
    }

    @Test
    void store_isOneOfThree() throws CheckOptions.UsageException {
        assertThat(CheckOptions.of(List.of(), 9).store()).isEmpty();
        for (String store : List.of("rocks", "postgres", "ndb")) {
            assertThat(CheckOptions.of(List.of("--store", store), 9).store()).isEqualTo(store);
        }
    }

    @Test
    void clients_areSetByDefaultOrStrained() throws CheckOptions.UsageException {
        assertThat(CheckOptions.of(List.of(), 9).plan(0).setting()).isEqualTo(ClientSetting.DEFAULT);
        assertThat(CheckOptions.of(List.of("--clients", "strained"), 9).plan(0).setting())
                .isEqualTo(ClientSetting.STRAINED);
    }

    @Test
    void freezesBetweenCalls_areForInstancesThatValidate() throws CheckOptions.UsageException {
        CheckOptions always = CheckOptions.of(List.of("--mode", "validate", "--freezes", "always"), 9);
        assertThat(always.alwaysFrozen()).isTrue();
        assertThat(always.startOptions()).containsSubsequence("--instance-concurrency", "1", "--mode", "validate");
        assertThat(always.faults(always.plan(0))).allMatch(fault -> fault.kind() == HistoryFault.Kind.KILL_INSTANCE);
        assertThat(CheckOptions.of(List.of("--freezes", "seldom"), 9).alwaysFrozen())
                .isFalse();
    }

    @Test
    void nonsense_isAnsweredWithTheUsage() {
        for (List<String> arguments : List.of(
                List.of("--fast", "1"),
                List.of("--seed"),
                List.of("--minutes", "-1"),
                List.of("--operations", "0"),
                List.of("--without", "THIS_RULE"),
                List.of("--histories", "0", "--simulator-seeds", "0"),
                List.of("--clients", "lazy"),
                List.of("--freezes", "often"),
                List.of("--freezes", "always"),
                List.of("--store", "memory"))) {
            assertThatThrownBy(() -> CheckOptions.of(arguments, 9)).isInstanceOf(CheckOptions.UsageException.class);
        }
    }

    @Test
    void faults_areWhatTheSeedSays() {
        Duration over = Duration.ofSeconds(60);
        for (long seed = 0; seed < 50; seed++) {
            List<HistoryFault> faults = HistoryFault.schedule(seed, over);
            assertThat(faults)
                    .isEqualTo(HistoryFault.schedule(seed, over))
                    .hasSize(9)
                    .allSatisfy(fault -> {
                        assertThat(fault.at()).isLessThan(over);
                        assertThat(fault.lasts()).isLessThanOrEqualTo(Duration.ofSeconds(30));
                    });
        }
    }
}
