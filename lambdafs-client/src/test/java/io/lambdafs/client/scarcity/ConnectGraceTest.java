package io.lambdafs.client.scarcity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ConnectGraceTest {
    private final ConnectGrace grace = new ConnectGrace();
    private long now = 1;

    @Test
    void firstAnswer_givesItsFunctionAMoment() {
        assertThat(grace.isOn(0, true, now)).isFalse();

        grace.answered(0, 1, now);

        assertThat(grace.isOn(0, true, now)).isTrue();
        assertThat(grace.isOn(1, true, now)).isFalse();
        now += ConnectGrace.GRACE.toNanos();
        assertThat(grace.isOn(0, true, now)).isFalse();
    }

    @Test
    void slowAnswer_givesMoreTime_withinABound() {
        long took = 3 * ConnectGrace.GRACE.toNanos();
        grace.answered(0, took, now);
        grace.answered(1, Long.MAX_VALUE, now);
        now += took - 1;
        assertThat(grace.isOn(0, true, now)).isTrue();
        now += 1;
        assertThat(grace.isOn(0, true, now)).isFalse();
        assertThat(grace.isOn(1, true, now)).isTrue();
        now += ConnectGrace.LONGEST.toNanos();
        assertThat(grace.isOn(1, true, now)).isFalse();
    }

    /** An instance that cannot connect must not hold up calls again and again. */
    @Test
    void moreAnswersSoonAfter_giveNoMore() {
        grace.answered(0, 1, now);
        now += ConnectGrace.GRACE.toNanos();
        grace.answered(0, 1, now);
        assertThat(grace.isOn(0, true, now)).isFalse();

        now += ConnectGrace.ONCE_IN.toNanos();
        grace.answered(0, 1, now);
        assertThat(grace.isOn(0, true, now)).isTrue();
    }

    @Test
    void whereNobodyEverConnects_thereIsNoneAfterTwoSeconds() {
        grace.answered(0, 1, now);
        assertThat(grace.isOn(0, false, now)).isTrue();
        now += ConnectGrace.PATIENCE.toNanos();

        grace.answered(1, 1, now);

        assertThat(grace.isOn(1, false, now)).isFalse();
        assertThat(grace.isOn(1, true, now)).isTrue();
    }
}
