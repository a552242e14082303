package io.lambdafs.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The prices are those of the paper, so what it measured gives its figures. */
final class ServersTest {
    private static final double CENT = 0.005;

    @Test
    void twoMachinesWithSeventyRequestsASecond_costWhatThePaperSays() {
        Servers servers = new Servers(2, 70);

        assertThat(servers.machinesPerMillion()).isCloseTo(0.76, within(CENT));
        assertThat(servers.balancerPerMillion()).isCloseTo(0.12, within(CENT));
        assertThat(servers.totalPerMillion()).isCloseTo(0.88, within(CENT));
    }

    @Test
    void serversThatAreUsedLess_costMoreForARequest() {
        assertThat(new Servers(1, 10).totalPerMillion())
                .isCloseTo(4 * new Servers(1, 40).totalPerMillion(), within(1e-9));
    }

    @Test
    void breakEven_isTheRateAtWhichBothCostTheSame() {
        double rate = new Servers(1, 1).breakEvenPerSecond(8.71);

        assertThat(new Servers(1, rate).totalPerMillion()).isCloseTo(8.71, within(1e-9));
    }
}
