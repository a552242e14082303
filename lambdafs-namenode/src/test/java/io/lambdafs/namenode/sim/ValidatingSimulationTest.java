package io.lambdafs.namenode.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.namenode.sim.SimScenario.Mode;
import io.lambdafs.namenode.sim.Simulations.Total;
import io.lambdafs.namenode.sim.store.SharedSimStore.Kind;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** NameNodes that validate keep every promise, among themselves and beside members; without one of their rules they do not. */
final class ValidatingSimulationTest {
    private static final int PARALLEL = 2;
    private static final long FEW = 300;
    private static final long MANY = 3_000;

    /** Bounds the search only: it ends at the first seed that fails. */
    private static final int SEEDS = 4000;

    /** The rules that {@link #ruleThatIsRemoved_isMissed} takes away; no other instance has them. */
    static final Set<CoherenceRule> RULES = EnumSet.of(
            CoherenceRule.VALIDATE_BEFORE_READ,
            CoherenceRule.ASK_AFTER_ARRIVAL,
            CoherenceRule.VALIDATE_BEFORE_FILL,
            CoherenceRule.JOIN_TO_WRITE);

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"VALIDATING", "MIXED"})
    void validatingNameNodes_keepEveryPromise(Mode mode) throws InterruptedException {
        requireClean(mode, 1, FEW);
    }

    /** The seeds that take too long for every change. */
    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"VALIDATING", "MIXED"})
    @Tag("long")
    void validatingNameNodes_keepEveryPromiseInMoreRuns(Mode mode) throws InterruptedException {
        requireClean(mode, FEW + 1, MANY - FEW);
    }

    private static void requireClean(Mode mode, long from, long seeds) throws InterruptedException {
        Total total = new Simulations(SimScenario.of(mode), PARALLEL).run(from, seeds);
        System.out.println(mode + ": " + total);
        assertThat(total.failure())
                .as("replay with SimulatorMain --mode " + mode)
                .isEmpty();
        assertThat(total.seeds()).isEqualTo(seeds);
        assertThat(total.commits()).isGreaterThan(seeds);
    }

    /** The first seed is near one that was seen to fail, to save time; any would do. */
    @ParameterizedTest
    @CsvSource({
        "VALIDATE_BEFORE_READ, VALIDATING, 1",
        "ASK_AFTER_ARRIVAL, VALIDATING, 1080",
        "VALIDATE_BEFORE_FILL, VALIDATING, 1260",
        "JOIN_TO_WRITE, MIXED, 1"
    })
    void ruleThatIsRemoved_isMissed(CoherenceRule rule, Mode mode, long from) throws InterruptedException {
        SimScenario scenario = SimScenario.of(mode).without(rule).over(Kind.TWIN);
        Total total = new Simulations(scenario, PARALLEL).run(from, SEEDS);
        System.out.println(rule + ": " + total);
        assertThat(total.failure())
                .hasValueSatisfying(failed -> assertThat(failed.why()).contains("stale"));
    }

    @Test
    void sameSeed_goesTheSameWay() {
        Simulations simulations = new Simulations(SimScenario.of(Mode.MIXED), 1);
        assertThat(simulations.replay(7)).hasSizeGreaterThan(100).isEqualTo(simulations.replay(7));
    }
}
