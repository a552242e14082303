package io.lambdafs.benchmark.simulation.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ParetoLoadTest {
    @Test
    void rates_areThoseOfThePapersDriver() {
        assertThat(ParetoLoad.rates(25_000))
                .containsExactly(
                        29240.0, 50974.0, 31313.0, 33696.0, 32341.0, 43308.0, 40281.0, 25191.0, 26662.0, 25768.0,
                        47677.0, 69633.0, 65293.0, 163998.0, 33810.0, 25456.0, 77339.0, 31619.0, 39005.0, 28374.0);
        assertThat(ParetoLoad.rates(50_000).get(ParetoLoad.BURST)).isEqualTo(327_996);
        assertThat(ParetoLoad.rates(1)).hasSize(ParetoLoad.WINDOWS);
    }
}
