package io.lambdafs.client.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The share of calls that go by HTTP. */
final class ReplacementProbabilityTest {
    private final ReplacementProbability defaults = new ReplacementProbability(0.005, 0.05, 128);

    @Test
    void share_risesFromTheThresholdToFullLoad() {
        assertThat(defaults.of(0)).isEqualTo(0.005);
        assertThat(defaults.of(127)).isEqualTo(0.005);
        assertThat(defaults.of(128)).isEqualTo(0.005);
        assertThat(defaults.of(192)).isEqualTo(0.005 + 0.045 * 64 / 127, within(1e-9));
        assertThat(defaults.of(255)).isEqualTo(0.05, within(1e-9));
        assertThat(defaults.of(10_000)).isEqualTo(0.05, within(1e-9));
        for (int load = 1; load <= 255; load++) {
            assertThat(defaults.of(load)).isGreaterThanOrEqualTo(defaults.of(load - 1));
        }
    }

    @Test
    void threshold_saysFromWhereMoreInstancesAreWanted() {
        assertThat(defaults.isHigh(127)).isFalse();
        assertThat(defaults.isHigh(128)).isTrue();
    }

    @Test
    void scaling_isOff_withThreshold0OrAMaximumThatIsNoMoreThanTheBase() {
        for (ReplacementProbability off : new ReplacementProbability[] {
            new ReplacementProbability(0.005, 0.05, 0), new ReplacementProbability(0.01, 0.001, 128)
        }) {
            assertThat(off.isHigh(255)).isFalse();
            assertThat(off.of(255)).isEqualTo(off.of(0));
        }
    }

    @Test
    void thresholdAtFullLoad_jumpsToTheMaximum() {
        ReplacementProbability steep = new ReplacementProbability(0, 1, 255);
        assertThat(steep.of(254)).isZero();
        assertThat(steep.of(255)).isEqualTo(1);
    }
}
