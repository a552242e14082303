package io.lambdafs.namenode.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What an instance says of its load, window by window. */
final class LoadGaugeTest {
    private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int THREADS = 4;

    private long now;
    private long used;
    private int waiting;

    private final CpuTime cpu = new CpuTime() {
        @Override
        public long usedNanos() {
            return used;
        }

        @Override
        public double cores() {
            return 0.5;
        }
    };
    private final LoadGauge gauge = new LoadGauge(THREADS, () -> waiting, cpu, () -> now);

    private int afterWindow() {
        now += WINDOW;
        gauge.roll();
        return gauge.load();
    }

    private void requests(int count, boolean writes, long nanos) {
        for (int i = 0; i < count; i++) {
            gauge.began();
            gauge.ended(writes, nanos);
        }
    }

    @Test
    void idleInstance_says1() {
        assertThat(gauge.load()).isEqualTo(1);
        assertThat(afterWindow()).isEqualTo(1);
    }

    @Test
    void cpu_countsAgainstWhatTheProcessMayUse() {
        used += WINDOW / 4;
        assertThat(afterWindow()).isEqualTo(128);
        used += WINDOW / 2;
        assertThat(afterWindow()).isEqualTo(255);
        assertThat(afterWindow()).isEqualTo(1);
    }

    @Test
    void waitingRequests_countAgainstTheThreads() {
        waiting = THREADS;
        requests(10, false, MILLI);
        assertThat(afterWindow()).isEqualTo(255);
        waiting = 1;
        requests(10, false, MILLI);
        assertThat(afterWindow()).isEqualTo(64);
    }

    @Test
    void readsThatTakeFourTimesAsLong_areFullLoad() {
        requests(100, false, 10 * MILLI);
        assertThat(afterWindow()).isEqualTo(64);
        requests(100, false, 40 * MILLI);
        assertThat(afterWindow()).isGreaterThan(200);
    }

    @Test
    void readsBelowAMillisecond_areNoLoad_howeverMuchTheyVary() {
        requests(100, false, MILLI / 100);
        afterWindow();
        requests(100, false, MILLI / 2);
        assertThat(afterWindow()).isLessThan(64);
    }

    @Test
    void fewSlowReads_tellNothing() {
        requests(100, false, MILLI);
        afterWindow();
        requests(LoadGauge.LEAST_READS - 1, false, 1000 * MILLI);
        assertThat(afterWindow()).isEqualTo(1);
    }

    @Test
    void loadWithManyWrites_neverCallsForAnotherInstance() {
        used += WINDOW;
        waiting = 100;
        requests(1, true, MILLI);
        requests(LoadGauge.REQUESTS_FOR_A_WRITE - 2, false, MILLI);
        assertThat(afterWindow()).isEqualTo(LoadGauge.MOST_FOR_WRITES);
        assertThat(gauge.hasManyWrites()).isTrue();
    }

    @Test
    void loadWithFewWrites_callsForOne() {
        used += WINDOW;
        requests(1, true, MILLI);
        requests(LoadGauge.REQUESTS_FOR_A_WRITE - 1, false, MILLI);
        assertThat(afterWindow()).isEqualTo(255);
        assertThat(gauge.hasManyWrites()).isFalse();
    }

    @Test
    void aWindowThatHappensToHaveNoWrites_doesNotMakeThemForgotten() {
        requests(8, true, MILLI);
        requests(92, false, MILLI);
        afterWindow();
        used += WINDOW;
        requests(20, false, MILLI);
        assertThat(afterWindow()).isEqualTo(LoadGauge.MOST_FOR_WRITES);
        used += WINDOW;
        requests(1_000, false, MILLI);
        assertThat(afterWindow()).as("many reads outweigh them").isEqualTo(255);
    }

    @Test
    void clockThatStandsStill_changesNothing() {
        used += WINDOW / 2;
        assertThat(afterWindow()).isEqualTo(255);
        gauge.roll();
        assertThat(gauge.load()).isEqualTo(255);
    }
}
