package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WarmUpTest {
    private final WarmUp warmUp = new WarmUp(100);

    @Test
    void aCall_isDueOnceInAnInterval() {
        warmUp.goesByHttp(3, 1_000);

        assertThat(warmUp.isDue(3, 1_099)).isFalse();
        assertThat(warmUp.isDue(3, 1_100)).isTrue();
        assertThat(warmUp.isDue(3, 1_150))
                .as("another caller in the same interval")
                .isFalse();
        assertThat(warmUp.isDue(3, 1_200)).isTrue();
    }

    @Test
    void deployments_areKeptWarmApart() {
        warmUp.goesByHttp(0, 1_000);
        warmUp.goesByHttp(1, 1_080);

        assertThat(warmUp.isDue(0, 1_120)).isTrue();
        assertThat(warmUp.isDue(1, 1_120)).isFalse();
        assertThat(warmUp.isDue(2, 1_120)).as("never called by HTTP").isFalse();
    }

    @Test
    void zero_asksForNone() {
        WarmUp off = new WarmUp(0);
        off.goesByHttp(0, 0);

        assertThat(off.isDue(0, Long.MAX_VALUE)).isFalse();
    }
}
