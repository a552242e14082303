package io.lambdafs.namenode.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The median of a window of durations. */
final class LatencyWindowTest {
    private final LatencyWindow window = new LatencyWindow();

    @Test
    void median_isExactToAQuarterOfAnOctave() {
        for (long micros : new long[] {1, 3, 10, 100, 999, 1_000, 1_500, 65_536, 10_000_000}) {
            for (int i = 0; i < 5; i++) {
                window.add(TimeUnit.MICROSECONDS.toNanos(micros));
            }
            assertThat(window.takeMedian(1))
                    .isBetween(TimeUnit.MICROSECONDS.toNanos(micros), TimeUnit.MICROSECONDS.toNanos(2 * micros));
        }
    }

    @Test
    void halfOfTheDurations_areNoLonger() {
        for (int i = 0; i < 51; i++) {
            window.add(TimeUnit.MILLISECONDS.toNanos(1));
        }
        for (int i = 0; i < 49; i++) {
            window.add(TimeUnit.SECONDS.toNanos(10));
        }
        assertThat(window.takeMedian(100)).isLessThan(TimeUnit.MILLISECONDS.toNanos(2));
    }

    @Test
    void takenWindow_isEmpty() {
        window.add(5);
        assertThat(window.takeMedian(1)).isPositive();
        assertThat(window.takeMedian(1)).isZero();
    }

    @Test
    void durationsOutOfRange_countAsTheNearest() {
        window.add(-1);
        window.add(0);
        window.add(Long.MAX_VALUE);
        assertThat(window.takeMedian(3)).isLessThanOrEqualTo(TimeUnit.MICROSECONDS.toNanos(2));
    }
}
