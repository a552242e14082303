package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code bin/lambdafs check} understands, and what the faults of a seed are. */
final class CheckOptionsTest {
    @Test
    void nothingGiven_isThreeHistories() throws CheckOptions.UsageException {
        CheckOptions options = CheckOptions.of(List.of(), 9);
        assertThat(options.goesOn(2, Duration.ofHours(5))).isTrue();
        assertThat(options.goesOn(3, Duration.ZERO)).isFalse();
        assertThat(options.plan(2).seed()).isEqualTo(11);
        assertThat(options.startOptions()).doesNotContain("--mode");
    }

    @Test
    void minutes_boundTheTimeAndNotTheNumber() throws CheckOptions.UsageException {
        CheckOptions options = CheckOptions.of(List.of("--minutes", "30", "--mode", "stateless"), 9);
        assertThat(options.goesOn(1000, Duration.ofMinutes(29))).isTrue();
        assertThat(options.goesOn(0, Duration.ofMinutes(30))).isFalse();
        assertThat(options.startOptions()).endsWith("--mode", "stateless");
    }

    @Test
    void zero_leavesHistoriesOrSimulatorOut() throws CheckOptions.UsageException {
        CheckOptions simulatorOnly = CheckOptions.of(List.of("--histories", "0", "--simulator-seeds", "7"), 9);
        assertThat(simulatorOnly.wantsHistories()).isFalse();
        assertThat(simulatorOnly.simulatorSeeds()).isEqualTo(7);
        CheckOptions historiesOnly = CheckOptions.of(List.of("--histories", "50", "--simulator-seeds", "0"), 9);
        assertThat(historiesOnly.goesOn(49, Duration.ofHours(5))).isTrue();
        assertThat(historiesOnly.simulatorSeeds()).isZero();
    }

    @Test
    void store_isPostgreSqlOrNdb() throws CheckOptions.UsageException {
        assertThat(CheckOptions.of(List.of(), 9).isOnNdb()).isFalse();
        assertThat(CheckOptions.of(List.of("--store", "ndb"), 9).isOnNdb()).isTrue();
    }

    @Test
    void nonsense_isAnsweredWithTheUsage() {
        for (List<String> arguments : List.of(
                List.of("--fast", "1"),
                List.of("--seed"),
                List.of("--minutes", "-1"),
                List.of("--operations", "0"),
                List.of("--store", "memory"))) {
            assertThatThrownBy(() -> CheckOptions.of(arguments, 9)).isInstanceOf(CheckOptions.UsageException.class);
        }
    }

    @Test
    void faults_areWhatTheSeedSays() {
        Duration over = Duration.ofSeconds(60);
        for (long seed = 0; seed < 50; seed++) {
            List<Fault> faults = Fault.schedule(seed, over);
            assertThat(faults).isEqualTo(Fault.schedule(seed, over)).hasSize(9).allSatisfy(fault -> {
                assertThat(fault.at()).isLessThan(over);
                assertThat(fault.lasts()).isLessThanOrEqualTo(Duration.ofSeconds(30));
            });
        }
    }
}
