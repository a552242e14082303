package io.lambdafs.benchmark.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.load.LoadCaller;
import io.lambdafs.benchmark.load.Work;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class OpenLoopTest {
    private static final long SECOND = 1_000_000_000L;
    /** Seconds in which the slowest machine has done what is due; a loop ends when it is done. */
    private static final int AMPLE = 60;

    private static List<LoadCaller> one() {
        return List.of(new LoadCaller(1, 0, 1));
    }

    @Test
    void whatIsDueDuringAStall_waitsFromWhenItWasDue() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Work stallsOnce = caller -> {
            if (calls.getAndIncrement() == 0) {
                sleepMillis(600);
            }
        };
        Schedule schedule = Schedule.constant(20, 1);
        Seconds seconds = new OpenLoop(stallsOnce, one(), schedule, AMPLE).run(System.nanoTime());
        RunSummary summary = RunSummary.of(schedule, seconds, List.of());
        assertThat(summary.due()).isEqualTo(20);
        assertThat(summary.completed()).isEqualTo(20);
        // Twelve were due in the 600 ms; a closed loop would have seen one slow operation.
        assertThat(20 - seconds.byDue(0).getCountBetweenValues(0, 100_000)).isGreaterThanOrEqualTo(8);
        assertThat(RunSummary.parse(summary.toLine())).isEqualTo(summary);
    }

    @Test
    void failures_areCountedAndTheFirstIsTold() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Work everyOtherFails = caller -> {
            if (calls.getAndIncrement() % 2 == 1) {
                throw new IOException("number " + calls);
            }
        };
        Schedule schedule = Schedule.constant(10, 1);
        OpenLoop loop = new OpenLoop(everyOtherFails, one(), schedule, AMPLE);
        RunSummary summary = RunSummary.of(schedule, loop.run(System.nanoTime()), loop.errors());
        assertThat(summary.completed()).isEqualTo(5);
        assertThat(summary.failed()).isEqualTo(5);
        assertThat(summary.error()).contains("number 2");
        assertThat(RunSummary.parse(summary.toLine())).isEqualTo(summary);
    }

    @Test
    void whatIsNotDoneWhenTheTimeIsOver_isMissing() throws InterruptedException {
        Schedule schedule = Schedule.constant(100, 1);
        Seconds seconds = new OpenLoop(caller -> sleepMillis(200), one(), schedule, 1).run(System.nanoTime());
        RunSummary summary = RunSummary.of(schedule, seconds, List.of());
        assertThat(summary.due()).isEqualTo(100);
        assertThat(summary.completed()).isLessThanOrEqualTo(11);
    }

    @Test
    void aClosedLoop_beginsTheNextWhenOneHasEnded() throws InterruptedException {
        Schedule schedule = Schedule.closed(1);
        Seconds seconds = new OpenLoop(caller -> sleepMillis(50), one(), schedule, 1).run(System.nanoTime());
        RunSummary summary = RunSummary.of(schedule, seconds, List.of());
        assertThat(summary.due()).isEqualTo(summary.completed()).isLessThanOrEqualTo(21);
    }

    @Test
    void secondsOfARun_areReadAsTheyWereWritten() {
        Seconds seconds = new Seconds(2);
        seconds.begun(SECOND / 2);
        seconds.ended(SECOND / 2, SECOND + 1, true);
        seconds.ended(SECOND, 99 * SECOND, false);
        Schedule schedule = Schedule.constant(1, 2);
        try (CounterSamples counters = CounterSamples.from(System.nanoTime())) {
            List<ClientSecond> rows = ClientSecond.of(schedule, seconds, counters);
            assertThat(rows).extracting(ClientSecond::completed).containsExactly(0L, 1L);
            assertThat(rows).extracting(ClientSecond::failed).containsExactly(0L, 1L);
            assertThat(rows).extracting(ClientSecond::dueDone).containsExactly(1L, 0L);
            assertThat(rows.get(0).lastDoneMicros()).isEqualTo(1_000_000);
            assertThat(rows)
                    .allSatisfy(
                            row -> assertThat(ClientSecond.parse(row.toLine())).isEqualTo(row));
        }
    }

    private static void sleepMillis(long millis) throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
