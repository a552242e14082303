package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class BusyTimeTest {
    private static final long MILLI = 1_000_000;

    private final BusyTime busy = new BusyTime();

    private void execute(double fromMillis, double toMillis) {
        busy.begin((long) (fromMillis * MILLI));
        busy.end((long) (toMillis * MILLI));
    }

    @Test
    void requestsOfOneMillisecond_countOnce() {
        execute(5.1, 5.2);
        execute(5.3, 5.9);
        assertThat(busy.millis(6 * MILLI)).isEqualTo(1);
        execute(5.95, 6.05);
        assertThat(busy.millis(9 * MILLI)).isEqualTo(2);
    }

    @Test
    void requestsThatOverlap_countOnce_andTimeBetweenThemDoesNot() {
        busy.begin(10 * MILLI);
        execute(12, 14.5);
        busy.end(19 * MILLI + 1);
        assertThat(busy.millis(40 * MILLI)).isEqualTo(10);
        execute(100.5, 101.5);
        assertThat(busy.millis(200 * MILLI)).isEqualTo(12);
    }

    @Test
    void aRequestThatIsExecutedNow_countsUntilNow() {
        execute(1, 1.5);
        busy.begin(1 * MILLI + 600_000);
        assertThat(busy.millis(4 * MILLI)).isEqualTo(4);
        busy.end(6 * MILLI);
        assertThat(busy.millis(60 * MILLI)).isEqualTo(6);
    }

    @Test
    void manyThreads_areNeverBusyForLongerThanTheTime() throws InterruptedException {
        long begin = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                for (int n = 0; n < 20_000; n++) {
                    busy.begin(System.nanoTime());
                    busy.end(System.nanoTime());
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        long end = System.nanoTime();
        assertThat(busy.millis(end))
                .isPositive()
                .isLessThanOrEqualTo(TimeUnit.NANOSECONDS.toMillis(end - begin) + 2)
                .isEqualTo(busy.millis(end + 50 * MILLI));
    }
}
