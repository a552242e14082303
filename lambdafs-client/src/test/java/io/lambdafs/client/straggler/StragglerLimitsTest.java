package io.lambdafs.client.straggler;

import static io.lambdafs.client.straggler.StragglerLimits.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StragglerLimitsTest {
    private static final int WINDOW = 10;

    private final StragglerLimits limits =
            new StragglerLimits(new StragglerSettings(10, Duration.ofMillis(50), WINDOW, 0.05));

    @Test
    void beforeTheWindowIsFull_nothingIsAStraggler() {
        answered("mkdirs", WINDOW - 1, millis(20));
        assertThat(limits.sending("mkdirs")).isEqualTo(NEVER);

        answered("mkdirs", 1, millis(20));
        assertThat(limits.sending("mkdirs")).isEqualTo(millis(200));
    }

    @Test
    void eachMethod_hasItsOwnAverage() {
        answered("mkdirs", WINDOW, millis(20));
        answered("create", WINDOW, millis(30));

        assertThat(limits.sending("create")).isEqualTo(millis(300));
        assertThat(limits.sending("getListing")).isEqualTo(NEVER);
    }

    @Test
    void quickMethods_haveTheLeastLimit() {
        answered("getFileInfo", WINDOW, TimeUnit.MICROSECONDS.toNanos(40));

        assertThat(limits.sending("getFileInfo")).isEqualTo(millis(50));
    }

    @Test
    void stragglers_moveTheAverageLittle_butASlowTimeDoes() {
        answered("create", WINDOW, millis(10));

        answered("create", 1, millis(5000));
        assertThat(limits.sending("create")).isLessThan(millis(300));

        answered("create", 10 * WINDOW, millis(500));
        assertThat(limits.sending("create")).isBetween(millis(4900), millis(5000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "rename", "rename2", "concat", "truncate", "setQuota", "getContentSummary"})
    void whatTakesAsLongAsTheSubtreeIsLarge_isNever(String method) {
        answered(method, 10 * WINDOW, millis(1));

        assertThat(limits.sending(method)).isEqualTo(NEVER);
    }

    @Test
    void noMoreThanTheShare_isSentAgain_butForWhatWasSaved() {
        for (int i = 0; i < RepeatBudget.MOST_SAVED; i++) {
            assertThat(limits.mayRepeat()).isTrue();
        }
        assertThat(limits.mayRepeat()).isFalse();

        for (int i = 0; i < 45; i++) {
            limits.sending("mkdirs");
        }
        assertThat(limits.mayRepeat()).isTrue();
        assertThat(limits.mayRepeat()).isTrue();
        assertThat(limits.mayRepeat()).isFalse();
    }

    @Test
    void savings_areBounded() {
        for (int i = 0; i < 100_000; i++) {
            limits.sending("mkdirs");
        }
        for (int i = 0; i < RepeatBudget.MOST_SAVED; i++) {
            assertThat(limits.mayRepeat()).isTrue();
        }
        assertThat(limits.mayRepeat()).isFalse();
    }

    @Test
    void off_nothingIsAStraggler() {
        StragglerLimits off = new StragglerLimits(StragglerSettings.off());
        for (int i = 0; i < 10 * WINDOW; i++) {
            off.answered("mkdirs", 1);
        }

        assertThat(off.sending("mkdirs")).isEqualTo(NEVER);
        assertThat(off.mayRepeat()).isFalse();
    }

    private void answered(String method, int times, long nanos) {
        for (int i = 0; i < times; i++) {
            limits.answered(method, nanos);
        }
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
