package io.lambdafs.client.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SlownessTest {
    private final Slowness slowness = new Slowness();
    private long now = Long.MAX_VALUE - 5;

    @Test
    void overtakenInstance_restsForASecond_andLongerEachTimeSoonAfter() {
        assertThat(slowness.rests(now)).isFalse();
        for (long rest = Slowness.FIRST_REST_NANOS; rest < Slowness.LONGEST_REST_NANOS; rest *= 2) {
            restsFor(rest);
        }
        restsFor(Slowness.LONGEST_REST_NANOS);
        restsFor(Slowness.LONGEST_REST_NANOS);

        now += 2 * Slowness.LONGEST_REST_NANOS;
        restsFor(Slowness.FIRST_REST_NANOS);
    }

    private void restsFor(long rest) {
        slowness.overtaken(now);
        slowness.overtaken(now);
        now += rest - 1;
        assertThat(slowness.rests(now)).isTrue();
        now++;
        assertThat(slowness.rests(now)).isFalse();
    }
}
