package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.container.Readiness;
import io.lambdafs.container.Readiness.State;
import io.lambdafs.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An instance whose store is not there is put together as soon as it is, if somebody asks. */
final class InstanceOpeningTest {
    private static final int FAILURES = 2;
    private static final Duration BOUND = Duration.ofMinutes(1);

    private final ScheduledThreadPoolExecutor background = new ScheduledThreadPoolExecutor(1);
    private final AtomicInteger attempts = new AtomicInteger();

    @AfterEach
    void stop() {
        background.shutdownNow();
    }

    @Test
    void whatFails_isTriedAgain_untilItSucceeds() {
        InstanceOpening opening = new InstanceOpening(this::failAtFirst, background);
        opening.begin();
        Readiness seen = opening.state();
        long begin = System.nanoTime();
        while (seen.state() != State.READY && System.nanoTime() - begin < BOUND.toNanos()) {
            assertThat(seen.state()).isEqualTo(State.STARTING);
            seen = opening.state();
        }

        assertThat(seen).isEqualTo(Readiness.READY);
        assertThat(attempts.get()).isGreaterThan(FAILURES);
    }

    private void failAtFirst() {
        if (attempts.incrementAndGet() <= FAILURES) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "not there");
        }
    }

    @Test
    void asking_startsNoSecondAttemptBesideTheFirst() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        InstanceOpening opening = new InstanceOpening(
                () -> {
                    attempts.incrementAndGet();
                    begun.countDown();
                    await(go);
                },
                background);
        opening.begin();
        opening.begin();
        assertThat(begun.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(opening.state().state()).isEqualTo(State.STARTING);
        assertThat(background.getQueue()).isEmpty();
        go.countDown();
        assertThat(attempts.get()).isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
