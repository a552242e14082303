package io.lambdafs.client.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SpinTest {
    private static final long LIMIT_NANOS = 640_000;
    private static final long NANOS_OF_A_CLOCK_READING = 1_000;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final Spin spin = new Spin(LIMIT_NANOS, () -> clock.addAndGet(NANOS_OF_A_CLOCK_READING));

    @Test
    void whatIsFound_endsTheSpin() {
        assertThat(spin.until(() -> looks.incrementAndGet() == 5)).isTrue();
        assertThat(looks).hasValue(5);
    }

    @Test
    void spinInVain_lastsForItsLimitAndLooksABoundedNumberOfTimes() {
        assertThat(spin.until(this::inVain)).isFalse();

        assertThat(looks).hasValue(Spin.MOST_LOOKS);
        assertThat(clock.get()).isBetween(LIMIT_NANOS, 2 * LIMIT_NANOS);
    }

    @Test
    void spinsInVain_becomeRareButAreTriedAgain() {
        int spins = 0;
        int waits = 100 * Spin.LONGEST_PAUSE;

        for (int i = 0; i < waits; i++) {
            looks.set(0);
            spin.until(this::inVain);
            spins += Math.min(1, looks.get());
        }

        assertThat(spins).isBetween(waits / (Spin.LONGEST_PAUSE + 1), waits / Spin.LONGEST_PAUSE + 6);
    }

    @Test
    void spinsThatEndInTime_becomeTheRuleAgain() {
        for (int i = 0; i < 10 * Spin.LONGEST_PAUSE; i++) {
            spin.until(this::inVain);
        }
        int skipped = 0;

        for (int i = 0; i < 4 * Spin.LONGEST_PAUSE; i++) {
            skipped = spin.until(() -> true) ? 0 : skipped + 1;
        }

        assertThat(skipped).isZero();
        assertThat(spin.until(() -> true)).isTrue();
    }

    @Test
    void limitOfZero_neverLooks() {
        Spin none = new Spin(0, clock::get);

        assertThat(none.until(() -> looks.incrementAndGet() > 0)).isFalse();
        assertThat(looks).hasValue(0);
    }

    private boolean inVain() {
        looks.incrementAndGet();
        return false;
    }
}
