package io.lambdafs.namenode.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.sim.Simulations.Total;
import org.junit.jupiter.api.Test;

/**
 * NameNodes with caches keep every promise under every fault. {@code -Dsimulator.seeds=N -Dsimulator.from=S} choose the
 * seeds.
 */
final class CoherentSimulationTest {
    private static final int PARALLEL = 2;

    @Test
    void nameNodesWithCaches_keepEveryPromise() throws InterruptedException {
        long seeds = Long.getLong("simulator.seeds", 10_000);
        Simulations simulations = new Simulations(Scenario.of(Scenario.Mode.COHERENT), PARALLEL);
        Total total = simulations.run(Long.getLong("simulator.from", 1), seeds);
        System.out.println(total);
        total.failure().ifPresent(failed -> simulations.replay(failed.seed()).forEach(System.out::println));
        assertThat(total.failure())
                .as("replay it: ./mvnw test -pl lambdafs-namenode -am -Dtest=CoherentSimulationTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulator.seeds=1 -Dsimulator.from=<seed>"
                        + "; everything that happened is in the test's output file")
                .isEmpty();
        assertThat(total.seeds()).isEqualTo(seeds);
        assertThat(total.commits()).isGreaterThan(seeds);
    }

    @Test
    void sameSeed_goesTheSameWay() {
        Simulations simulations = new Simulations(Scenario.of(Scenario.Mode.COHERENT), 1);
        assertThat(simulations.replay(11)).hasSizeGreaterThan(100).isEqualTo(simulations.replay(11));
    }
}
