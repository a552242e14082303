package io.lambdafs.openwhisk.platform.rest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ThrottleTest {
    private final AtomicLong millis = new AtomicLong(59_000);
    private final Throttle throttle = new Throttle(3, 2, () -> Instant.ofEpochMilli(millis.get()));

    @Test
    void concurrency_beyondTheLimit_isRefusedUntilOneEnds() {
        throttle.admit();
        throttle.admit();
        assertThatThrownBy(throttle::admit)
                .hasMessage("Too many concurrent requests in flight (count: 2, allowed: 2).");
    }

    @Test
    void rate_countsRefusedRequestsAndComesFirst() {
        throttle.admit();
        throttle.admit();
        assertThatThrownBy(throttle::admit).hasMessageContaining("in flight");
        throttle.release();
        assertThatThrownBy(throttle::admit).hasMessage("Too many requests in the last minute (count: 4, allowed: 3).");
    }

    @Test
    void rate_beginsAnewWithTheCalendarMinute() {
        for (int i = 0; i < 3; i++) {
            throttle.admit();
            throttle.release();
        }
        assertThatThrownBy(throttle::admit).hasMessageContaining("last minute");
        millis.set(60_000);
        assertThatCode(throttle::admit).doesNotThrowAnyException();
    }
}
