package io.lambdafs.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class FunctionsTest {
    private static final double EXACT = 1e-9;

    @Test
    void call_costsItsDurationAndItsFee() {
        Functions functions = new Functions(1_000, 100, new Cost(1_024, 0));

        assertThat(functions.functionsPerMillion()).isCloseTo(100_000 * Cost.PER_GB_SECOND + 0.20, within(EXACT));
        assertThat(functions.totalPerMillion())
                .isCloseTo(functions.functionsPerMillion() + Functions.GATEWAY_PER_MILLION, within(EXACT));
    }
}
