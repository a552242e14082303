package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds whenever the engine crashes, and that each rule it needs is missed when it is taken away. */
final class EngineSimulationTest {
    private static final int SEEDS = 150;
    private static final int STEPS = 1_500;

    @Test
    void nothingAcknowledgedIsLost_halfDone_doneTwice_orDoneByAFencedWriter() {
        int acknowledged = 0;
        int crashes = 0;
        int failures = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            EngineSimulation simulation = new EngineSimulation(seed, Optional.empty());
            try {
                simulation.run(STEPS);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
            acknowledged += simulation.acknowledged();
            crashes += simulation.crashes();
            failures += simulation.failures();
        }
        assertThat(acknowledged).as("acknowledged requests").isGreaterThan(SEEDS * 20);
        assertThat(crashes).as("crashes").isGreaterThan(SEEDS);
        assertThat(failures).as("writes that failed").isGreaterThan(SEEDS);
    }

    @ParameterizedTest
    @EnumSource
    void ruleThatIsTakenAway_isMissed(EngineSimulation.Rule rule) {
        int noticed = 0;
        for (long seed = 1; seed <= 20; seed++) {
            EngineSimulation simulation = new EngineSimulation(seed, Optional.of(rule));
            if (catchThrowableOfType(AssertionError.class, () -> simulation.run(STEPS)) != null) {
                noticed++;
            }
        }
        assertThat(noticed).as("of 20 seeds").isGreaterThan(0);
    }
}
