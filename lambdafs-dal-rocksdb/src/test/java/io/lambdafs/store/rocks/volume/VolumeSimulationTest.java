package io.lambdafs.store.rocks.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions on volumes are strictly serializable in any interleaving, with crashes and lost answers. */
final class VolumeSimulationTest {
    private static final int STEPS = 2_000;

    @Test
    void transactions_areStrictlySerializable() {
        requireSeeds(1, 200);
    }

    @Test
    @Tag("long")
    void manyTransactions_areStrictlySerializable() {
        requireSeeds(1_000, 5_000);
    }

    private static void requireSeeds(int first, int count) {
        int commits = 0;
        int conflicts = 0;
        int expired = 0;
        int crashes = 0;
        int unknown = 0;
        for (int seed = first; seed < first + count; seed++) {
            VolumeSimulation run = new VolumeSimulation(seed, Optional.empty());
            try {
                run.run(STEPS);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            commits += run.commits();
            conflicts += run.conflicts();
            expired += run.expired();
            crashes += run.crashes();
            unknown += run.isUnknown() ? 1 : 0;
        }
        // All that can happen has happened.
        assertThat(commits).isGreaterThan(count * 20);
        assertThat(conflicts).isGreaterThan(count);
        assertThat(expired).isPositive();
        assertThat(unknown).as("runs that were not checked").isLessThan(count / 10);
        assertThat(crashes).isGreaterThan(count);
    }

    @ParameterizedTest
    @EnumSource(VolumeRule.class)
    void withoutARule_aViolationIsFound(VolumeRule rule) {
        for (int seed = 1; seed <= 300; seed++) {
            try {
                new VolumeSimulation(seed, Optional.of(rule)).run(STEPS);
            } catch (AssertionError found) {
                return;
            }
        }
        fail("no run of 300 notices that " + rule + " is missing");
    }
}
