package io.lambdafs.namenode.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.sim.Simulations.Total;
import org.junit.jupiter.api.Test;

/** NameNodes without caches keep every promise; a cache that nobody tells of changes is found out. */
final class StatelessSimulationTest {
    private static final int SEEDS = 500;

    @Test
    void statelessNameNodes_keepEveryPromise() throws InterruptedException {
        Total total = new Simulations(SimScenario.of(SimScenario.Mode.STATELESS), 2).run(1, SEEDS);
        assertThat(total.failure())
                .as("replay with SimulatorMain --mode stateless")
                .isEmpty();
        assertThat(total.seeds()).isEqualTo(SEEDS);
        assertThat(total.commits()).isGreaterThan(SEEDS);
    }

    @Test
    void cacheThatNobodyTellsOfChanges_isFoundOut() throws InterruptedException {
        Total total = new Simulations(SimScenario.of(SimScenario.Mode.NAIVE_CACHE), 1).run(1, 100);
        assertThat(total.failure())
                .hasValueSatisfying(failed -> assertThat(failed.why()).contains("stale"));
    }

    @Test
    void sameSeed_goesTheSameWay() {
        Simulations simulations = new Simulations(SimScenario.of(SimScenario.Mode.STATELESS), 1);
        assertThat(simulations.replay(7)).hasSizeGreaterThan(100).isEqualTo(simulations.replay(7));
    }
}
