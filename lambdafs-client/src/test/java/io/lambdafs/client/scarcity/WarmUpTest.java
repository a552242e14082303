package io.lambdafs.client.scarcity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WarmUpTest {
    private long activatedAt = Long.MIN_VALUE;
    private final WarmUp warmUp = new WarmUp(100, deployment -> activatedAt);

    @Test
    void aCall_isDueOnceInAnInterval() {
        warmUp.goesByHttp(3, 1_000);

        assertThat(warmUp.isDue(3, 1_099, false)).isFalse();
        assertThat(warmUp.isDue(3, 1_100, false)).isTrue();
        assertThat(warmUp.isDue(3, 1_150, false))
                .as("another caller in the same interval")
                .isFalse();
        assertThat(warmUp.isDue(3, 1_200, false)).isTrue();
    }

    @Test
    void deployments_areKeptWarmApart() {
        warmUp.goesByHttp(0, 1_000);
        warmUp.goesByHttp(1, 1_080);

        assertThat(warmUp.isDue(0, 1_120, false)).isTrue();
        assertThat(warmUp.isDue(1, 1_120, false)).isFalse();
        assertThat(warmUp.isDue(2, 1_120, false)).as("never called by HTTP").isFalse();
    }

    @Test
    void clientConnectedByWayOfAnother_beginsToCountWithItsFirstCall() {
        assertThat(warmUp.isDue(0, 1_000, false)).isFalse();
        assertThat(warmUp.isDue(0, 1_099, false)).isFalse();
        assertThat(warmUp.isDue(0, 1_100, false)).as("nobody else has called").isTrue();
    }

    @Test
    void callOfAnotherClient_servesAsWell() {
        warmUp.goesByHttp(0, 1_000);
        activatedAt = 1_080;

        assertThat(warmUp.isDue(0, 1_120, false)).isFalse();
        assertThat(warmUp.isDue(0, 1_179, false)).isFalse();
        assertThat(warmUp.isDue(0, 1_180, false)).isTrue();
    }

    @Test
    void whileThePlatformLimitsCalls_twoDeploymentsTakeTurns() {
        long second = 1_000_000_000L;
        warmUp.goesByHttp(0, 0);
        warmUp.goesByHttp(1, 2 * second);

        for (int turn = 2; turn < 20; turn++) {
            long now = 2L * turn * second;
            assertThat(warmUp.isDue(turn % 2, now - 1, true)).as("too soon").isFalse();
            assertThat(warmUp.isDue(1 - turn % 2, now, true)).as("not its turn").isFalse();
            assertThat(warmUp.isDue(turn % 2, now, true)).as("its turn").isTrue();
        }
    }

    @Test
    void zero_asksForNone() {
        WarmUp off = new WarmUp(0, deployment -> Long.MIN_VALUE);
        off.goesByHttp(0, 0);

        assertThat(off.isDue(0, Long.MAX_VALUE, false)).isFalse();
    }
}
