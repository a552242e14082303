package io.lambdafs.benchmark.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BurstVerdictTest {
    private static final BurstLoad LOAD = new BurstLoad(100, 2, true);
    private static final int[] DUE = {100, 100, 656, 656, 100, 100};

    private static BurstResults results(int lambda, int stateless) {
        return new BurstResults(
                LOAD,
                "",
                Map.of(
                        Mode.LAMBDAFS,
                        Runs.of(Mode.LAMBDAFS, DUE, lambda),
                        Mode.STATELESS,
                        Runs.of(Mode.STATELESS, DUE, stateless)),
                List.of());
    }

    private static List<Target> missed(BurstResults results) {
        Section section = new Section("s", "s", "", "");
        BurstSection.judge(section, results);
        return section.targets().stream().filter(target -> !target.isMet()).toList();
    }

    @Test
    void asInThePaper_allIsMet() {
        assertThat(missed(results(700, 150))).isEmpty();
    }

    @Test
    void lambdaThatFallsBehind_misses() {
        assertThat(missed(results(400, 150)))
                .extracting(Target::what)
                .containsExactly("bursts: share of the burst that lambdafs did within it");
    }

    @Test
    void statelessThatKeepsUp_misses() {
        assertThat(missed(results(700, 700)))
                .extracting(Target::what)
                .containsExactly("bursts: share of the burst that stateless did within it");
    }

    @Test
    void systemThatWasNotMeasured_misses() {
        BurstResults nothing = new BurstResults(LOAD, "", Map.of(), List.of());

        assertThat(missed(nothing)).hasSize(3);
    }

    @Test
    void shareOfTheBurst_countsWhatWasDueInItAlone() {
        PhaseMeasurement run = Runs.of(Mode.STATELESS, DUE, 400);

        // 100 a second before it; then 400 in each of its seconds and in the one after it, of 1312.
        assertThat(run.shareDone(LOAD.burstFrom(), LOAD.burstTo())).isCloseTo(1200.0 / 1312, within(1e-9));
        assertThat(run.backlog()).startsWith(0.0, 0.0, 256.0, 512.0, 212.0);
    }

    @Test
    void cost_isThatOfThePapersWayToCharge() throws IOException {
        Prices prices = Prices.paper();
        PhaseMeasurement functions = Runs.of(Mode.LAMBDAFS, DUE, 700);
        PhaseMeasurement servers = Runs.of(Mode.SERVERFUL_CACHE, DUE, 700);

        assertThat(functions.dollars(prices)).isEqualTo(functions.bill(prices).payPerUse());
        assertThat(servers.dollars(prices)).isEqualTo(servers.bill(prices).serverful());
        assertThat(servers.perCost(prices)).isCloseTo(1712 / servers.dollars(prices), within(1e-6));
        assertThat(servers.dollarsPerMillion(prices)).isCloseTo(servers.dollars(prices) / 1712 * 1e6, within(1e-12));
    }

    @Test
    void loads_areThoseThatTheHarnessKnows() {
        BurstLoad full = new BurstLoad(300, 4, false);

        assertThat(LoadSpec.parse(full.spec()).isClosed()).isFalse();
        assertThat(LoadSpec.parse(LOAD.spec()).isClosed()).isFalse();
        assertThat(full.seconds()).isEqualTo(80);
        assertThat(full.burstFrom()).isEqualTo(52);
        assertThat(LOAD.seconds()).isEqualTo(DUE.length);
    }

    @Test
    void burst_isBetweenWhatTheSystemsDoInItAndTheSecondAfterIt() {
        BurstRate rate = BurstRate.between(5_400, 6_300, 4);
        double burst = BurstLoad.BURST * rate.base();

        assertThat(burst * 4).isBetween(5_400.0 * 5 * 1.05, 6_300.0 * 5 * 0.95);
        assertThat(rate.reason()).contains("5400", "6300", "is between them");
    }

    @Test
    void burst_isTooMuchForStatelessWhereNothingIsBetween_andTheReportSaysSo() {
        BurstRate rate = BurstRate.between(6_000, 5_900, 4);

        assertThat(BurstLoad.BURST * rate.base() * 4).isGreaterThan(6_000 * 5);
        assertThat(rate.reason()).contains("No rate on this machine");
    }
}
