package io.lambdafs.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class CostTest {
    private static final double EXACT = 1e-15;

    @Test
    void instance_isPricedByItsMemoryOrByTheMemoryOfItsCpu() {
        assertThat(new Cost(256, 100).perInstanceSecond()).isCloseTo(0.25 * Cost.PER_GB_SECOND, within(EXACT));
        assertThat(new Cost(256, 1_000).perInstanceSecond())
                .isCloseTo(1_769.0 / 1_024 * Cost.PER_GB_SECOND, within(EXACT));
    }

    @Test
    void payPerUse_countsThoseThatWorkedAndCalls() {
        Cost cost = new Cost(1_024, 100);
        assertThat(cost.payPerUse(0, 0)).isZero();
        assertThat(cost.payPerUse(3, 1_000_000)).isCloseTo(3 * Cost.PER_GB_SECOND + 0.20, within(EXACT));
        assertThat(cost.provisioned(5)).isCloseTo(5 * Cost.PER_GB_SECOND, within(EXACT));
    }
}
