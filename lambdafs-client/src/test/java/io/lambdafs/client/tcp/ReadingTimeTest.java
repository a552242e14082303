package io.lambdafs.client.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ReadingTimeTest {
    private final AtomicLong clock = new AtomicLong(77);
    private final ReadingTime time = new ReadingTime(clock::get);

    @Test
    void betweenTurns_passesAsTheClockDoes() {
        pass(3);
        assertThat(time.nanos()).isEqualTo(3);
        time.turned();
        pass(ReadingTime.LONGEST_TURN_NANOS);
        assertThat(time.nanos()).isEqualTo(3 + ReadingTime.LONGEST_TURN_NANOS);
    }

    @Test
    void whileNobodyReads_stopsUntilTheNextTurn() {
        pass(10 * ReadingTime.LONGEST_TURN_NANOS);
        assertThat(time.nanos()).isEqualTo(ReadingTime.LONGEST_TURN_NANOS);
        time.turned();
        assertThat(time.nanos()).isEqualTo(ReadingTime.LONGEST_TURN_NANOS);
        pass(5);
        assertThat(time.nanos()).isEqualTo(ReadingTime.LONGEST_TURN_NANOS + 5);
    }

    private void pass(long nanos) {
        clock.addAndGet(nanos);
    }
}
