package io.lambdafs.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StoreTimeTest {
    private final StoreTime time = new StoreTime();

    @Test
    void nothing_isKnownAtFirst() {
        time.learn(0, 5);
        assertThat(time.millis(7)).isZero();
    }

    @Test
    void time_goesOnByTheMonotonicClock_whateverItShows() {
        long begin = Long.MAX_VALUE - 1;
        time.learn(5_000, begin);
        assertThat(time.millis(begin + millis(250))).isEqualTo(5_250);
    }

    @Test
    void fastestArrival_counts_forAMinute() {
        time.learn(10_000, 0);
        time.learn(10_500, millis(1_000));
        assertThat(time.millis(millis(1_000))).isEqualTo(11_000);
        time.learn(12_500, millis(2_000));
        assertThat(time.millis(millis(2_000))).isEqualTo(12_500);
        time.learn(70_000, millis(62_001));
        assertThat(time.millis(millis(62_001))).isEqualTo(70_000);
    }

    @Test
    void correction_replacesWhatIsKnown() {
        time.learn(10_000, 0);
        time.replace(4_000, 0);
        assertThat(time.millis(millis(1))).isEqualTo(4_001);
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
