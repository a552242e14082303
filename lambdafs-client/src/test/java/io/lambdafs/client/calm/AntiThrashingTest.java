package io.lambdafs.client.calm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AntiThrashingTest {
    private static final Duration USUAL = Duration.ofMillis(5);
    private static final Duration SLOW = Duration.ofMillis(100);

    private final List<String> log = new ArrayList<>();
    private final CalmMetrics metrics = new CalmMetrics();
    private final AntiThrashing mode = new AntiThrashing(
            CalmSettings.when(3, Duration.ofMinutes(1)), () -> this.noRoom, () -> this.now, log::add, metrics);
    private boolean noRoom = true;
    private long now = 1;

    @Test
    void slowCalls_withoutRoom_beginTheMode_andCalmEndsIt() {
        calls(100, USUAL);
        assertThat(mode.isOn()).isFalse();

        calls(10, SLOW);
        assertThat(mode.isOn()).isTrue();
        assertThat(metrics.entered()).isEqualTo(1);
        assertThat(log).hasSize(1);

        calls(100, USUAL);
        assertThat(mode.isOn()).isFalse();
        assertThat(metrics.left()).isEqualTo(1);
        assertThat(metrics.millisWithin()).isGreaterThanOrEqualTo(AntiThrashing.SHORTEST.toMillis());
        assertThat(log).hasSize(2);
        assertThat(metrics.summary()).contains("entered 1, left 1");
    }

    /** Then slow calls are what scaling out is for. */
    @Test
    void slowCalls_withRoom_changeNothing() {
        noRoom = false;
        calls(100, USUAL);

        calls(20, SLOW);

        assertThat(mode.isOn()).isFalse();
    }

    @Test
    void aSingleSlowCall_changesNothing() {
        calls(100, USUAL);

        calls(1, Duration.ofMinutes(1));

        assertThat(mode.isOn()).isFalse();
    }

    /** A cached read of fifty microseconds may well take a millisecond. */
    @Test
    void callsThatAreNotSlowInThemselves_changeNothing() {
        calls(10_000, Duration.ofNanos(50_000));

        calls(1_000, Duration.ofMillis(1));

        assertThat(mode.isOn()).isFalse();
    }

    @Test
    void beforeAnythingIsUsual_nothingIsSlow() {
        calls(10, USUAL);

        calls(10, SLOW);

        assertThat(mode.isOn()).isFalse();
    }

    @Test
    void methodsThatDependOnWhatIsBelow_sayNothing() {
        calls(100, USUAL);

        for (int i = 0; i < 100; i++) {
            now += SLOW.toNanos();
            mode.answered("getContentSummary", (i < 50 ? USUAL : SLOW).toNanos());
        }

        assertThat(mode.isOn()).isFalse();
    }

    @Test
    void lessThanHalfWayToCalm_theModeGoesOn() {
        calls(1_000, Duration.ofMillis(20));
        calls(10, Duration.ofMillis(200));
        assertThat(mode.isOn()).isTrue();

        calls(100, Duration.ofMillis(70));

        assertThat(mode.isOn()).isTrue();
    }

    @Test
    void neverCalm_theModeEndsAllTheSame_andRests() {
        calls(1_000, USUAL);
        calls(10, SLOW);
        assertThat(mode.isOn()).isTrue();

        now += AntiThrashing.LONGEST.toNanos();
        assertThat(mode.isOn()).isFalse();

        calls(20, SLOW);
        assertThat(mode.isOn()).as("rests").isFalse();
        now += AntiThrashing.REST.toNanos();
        calls(20, SLOW);
        assertThat(mode.isOn()).isTrue();
        assertThat(metrics.entered()).isEqualTo(2);
    }

    @Test
    void withoutCalls_theModeEndsToo() {
        calls(100, USUAL);
        calls(10, SLOW);

        now += AntiThrashing.LONGEST.toNanos();

        assertThat(mode.isOn()).isFalse();
        assertThat(metrics.left()).isEqualTo(1);
    }

    @Test
    void whatIsSlowForLong_becomesUsual() {
        calls(1_000, USUAL);
        for (int i = 0; i < 10; i++) {
            calls(1_000, SLOW);
            mode.isOn();
        }
        long entered = metrics.entered();

        calls(1_000, SLOW);

        assertThat(mode.isOn()).isFalse();
        assertThat(metrics.entered()).isEqualTo(entered).isBetween(1L, 3L);
    }

    @Test
    void always_andNever() {
        AntiThrashing always = new AntiThrashing(CalmSettings.always(), () -> false, () -> now, log::add, metrics);
        AntiThrashing never = new AntiThrashing(CalmSettings.never(), () -> true, () -> now, log::add, metrics);
        for (int i = 0; i < 1_000; i++) {
            now += SLOW.toNanos();
            never.answered("create", (i < 500 ? USUAL : SLOW).toNanos());
        }

        assertThat(always.isOn()).isTrue();
        assertThat(never.isOn()).isFalse();
    }

    /** One after another. */
    private void calls(int number, Duration each) {
        for (int i = 0; i < number; i++) {
            now += Math.max(each.toNanos(), Duration.ofMillis(20).toNanos());
            mode.answered("create", each.toNanos());
        }
    }
}
