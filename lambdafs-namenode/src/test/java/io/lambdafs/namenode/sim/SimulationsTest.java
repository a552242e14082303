package io.lambdafs.namenode.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.sim.Simulations.Total;
import org.junit.jupiter.api.Test;

/** Every seed that was asked for has run, or the console says why not. */
final class SimulationsTest {
    @Test
    void seedThatEndsInAnUnexpectedException_isAFailureWithItsStack() throws InterruptedException {
        Total total = new Simulations(SimScenario.of(SimScenario.Mode.STATELESS), 1)
                .run(1, 3, () -> false, (seed, outcome) -> {
                    if (seed == 2) {
                        throw new AssertionError("after " + outcome.commits() + " commits");
                    }
                });

        assertThat(total.seeds()).isEqualTo(1);
        assertThat(total.failure()).hasValueSatisfying(failed -> {
            assertThat(failed.seed()).isEqualTo(2);
            assertThat(failed.why())
                    .contains("AssertionError: after", getClass().getName());
        });
    }
}
