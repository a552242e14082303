package io.lambdafs.benchmark.harness.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class DispenserTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicInteger dropped = new AtomicInteger();

    private Dispenser dispenser(String rollover) {
        LoadSpec load = LoadSpec.parse("const:10");
        return new Dispenser(() -> load.arrivals(0), Rollover.parse(rollover), now -> dropped.incrementAndGet());
    }

    @Test
    void carry_leavesNothingOut() {
        Dispenser dispenser = dispenser("carry");
        assertThat(dispenser.take(100 * SECOND)).isZero();
        assertThat(dispenser.take(100 * SECOND)).isEqualTo(SECOND / 10);
        assertThat(dropped).hasValue(0);
    }

    @Test
    void none_leavesOutWhatIsOfASecondThatIsOver() {
        Dispenser dispenser = dispenser("none");
        assertThat(dispenser.take(SECOND * 5 / 2)).isEqualTo(2 * SECOND);
        assertThat(dropped).hasValue(20);
    }

    @Test
    void carryWithABound_keepsTheNewest() {
        Dispenser dispenser = dispenser("carry:3");
        // At 1.05 s eleven are due. One is handed out, and at most three more may wait.
        long taken = dispenser.take(SECOND + SECOND / 20);
        assertThat(dropped).hasValue(8);
        assertThat(taken).isEqualTo(8 * SECOND / 10);
        assertThat(dispenser.take(SECOND + SECOND / 20)).isEqualTo(9 * SECOND / 10);
        assertThat(dropped).hasValue(8);
    }

    @Test
    void whatIsNotDueYet_isNeverLeftOut() {
        Dispenser dispenser = dispenser("none");
        for (int i = 0; i < 50; i++) {
            assertThat(dispenser.take(0)).isEqualTo(i * SECOND / 10);
        }
        assertThat(dropped).hasValue(0);
    }

    @Test
    void rollover_thatThereIsNot_isRefused() {
        assertThatThrownBy(() -> Rollover.parse("carry:many")).hasMessageContaining("whole number");
        assertThatThrownBy(() -> Rollover.parse("drop")).hasMessageContaining("none, carry or carry:MAX");
        assertThat(Rollover.parse("carry:7")).hasToString("carry:7");
    }
}
