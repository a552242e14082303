package io.lambdafs.container.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.container.http.RequestReads.Limits;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Whose slowness counts: all requests run on the test's own thread. */
final class RequestReadsTest {
    private final AtomicLong clock = new AtomicLong();
    private final RequestReads reads = new RequestReads(Runnable::run, Limits.secretInHead(), clock::get);

    @Test
    void slowCaller_isInterrupted_whenItsTimeIsOver() {
        reads.execute(() -> {
            pass(Limits.secretInHead().unproven());
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            pass(RequestReads.STEP);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        });
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void callerThatHasShownTheSecret_hasLonger() {
        reads.execute(() -> {
            reads.proven();
            pass(Limits.secretInHead().proven());
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            pass(RequestReads.STEP);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        });
    }

    @Test
    void requestThatHasBeenRead_isNotInterrupted() {
        reads.execute(() -> {
            reads.complete();
            pass(Limits.secretInHead().proven());
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void pauseOfThisProcess_isNotTheCallersSlowness() {
        reads.execute(() -> {
            clock.addAndGet(Duration.ofHours(1).toNanos());
            reads.endOverdue();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void lookThatComesLate_countsLess() {
        Duration late = RequestReads.STEP.multipliedBy(2);
        reads.execute(() -> {
            pass(Limits.secretInHead().unproven(), late);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void slowCaller_isInterrupted_onABusyMachineToo() {
        Duration late = RequestReads.STEP.multipliedBy(2);
        reads.execute(() -> {
            pass(Limits.secretInHead().unproven().multipliedBy(11), late);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        });
    }

    private void pass(Duration time) {
        pass(time, RequestReads.STEP);
    }

    private void pass(Duration time, Duration step) {
        for (long nanos = 0; nanos < time.toNanos(); nanos += step.toNanos()) {
            clock.addAndGet(step.toNanos());
            reads.endOverdue();
        }
    }
}
