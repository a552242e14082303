package io.lambdafs.client.scarcity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** After which pauses a client calls a platform again that refuses its calls. */
final class CallBudgetTest {
    private final List<String> warnings = new ArrayList<>();
    private long now = 1;
    private double random = 0.5;
    private final CallBudget budget = new CallBudget(() -> now, () -> random, warnings::add);

    @Test
    void busyPlatform_isTriedAgainAfterGrowingPauses_byOneCallAtATime() {
        assertPausesGrow(budget::busy, CallBudget.FIRST_PAUSE_WHEN_BUSY);
    }

    @Test
    void platformWithALimit_isTriedAgainAfterGrowingPauses_byOneCallAtATime() {
        assertPausesGrow(retryAfter -> budget.refused("too many", retryAfter), CallBudget.FIRST_PAUSE);
        assertThat(warnings).hasSize(1);
    }

    private void assertPausesGrow(LongConsumer refusal, Duration first) {
        for (Duration pause = first; pause.compareTo(CallBudget.LONGEST_PAUSE) < 0; pause = pause.multipliedBy(2)) {
            refusal.accept(0);
            assertPause(pause);
        }
        refusal.accept(0);
        assertPause(CallBudget.LONGEST_PAUSE);
        refusal.accept(0);
        assertPause(CallBudget.LONGEST_PAUSE);

        budget.accepted();
        assertThat(budget.takes()).isTrue();
        assertThat(budget.takes()).isTrue();
        refusal.accept(0);
        assertPause(first);
    }

    @Test
    void whatThePlatformAsksFor_comesFirst_withinABound() {
        budget.busy(3_000);
        assertPause(CallBudget.FIRST_PAUSE_WHEN_BUSY.plusSeconds(3));

        budget.accepted();
        budget.busy(Duration.ofDays(1).toMillis());
        assertPause(CallBudget.FIRST_PAUSE_WHEN_BUSY.plus(CallBudget.LONGEST_ASKED_PAUSE));

        budget.accepted();
        budget.busy(-1);
        assertPause(CallBudget.FIRST_PAUSE_WHEN_BUSY);
    }

    /** Or they would come back together, and be refused together. */
    @Test
    void clientsRefusedTogether_comeBackAtDifferentTimes() {
        random = 0;
        budget.busy(0);
        assertThat(budget.takes()).isTrue();

        random = 0.999;
        budget.busy(0);
        now += 3 * CallBudget.FIRST_PAUSE_WHEN_BUSY.toNanos();
        assertThat(budget.takes()).isFalse();
        now += CallBudget.FIRST_PAUSE_WHEN_BUSY.toNanos();
        assertThat(budget.takes()).isTrue();
    }

    @Test
    void busyPlatform_isSparedForAWhile_andOneWithALimitForLonger() {
        budget.busy(0);
        now += CallBudget.BUSY_TIME.toNanos() - 1;
        assertThat(budget.isLimited()).isTrue();
        now++;
        assertThat(budget.isLimited()).isFalse();

        budget.refused("too many", 0);
        budget.busy(0);
        now += CallBudget.FIRST_TIME.toNanos() - 1;
        assertThat(budget.isLimited()).isTrue();
        now++;
        assertThat(budget.isLimited()).isFalse();
        assertThat(budget.takes()).isTrue();
    }

    @Test
    void limit_afterThePlatformWasBusy_lastsItsTime() {
        budget.busy(0);
        budget.refused("too many", 0);
        now += CallBudget.FIRST_TIME.toNanos() - 1;

        assertThat(budget.isLimited()).isTrue();
        assertThat(warnings).hasSize(1);
    }

    private void assertPause(Duration pause) {
        now += pause.toNanos() - 1;
        assertThat(budget.takes()).isFalse();
        now++;
        assertThat(budget.takes()).as("after %s", pause).isTrue();
        assertThat(budget.takes()).as("one at a time").isFalse();
    }
}
