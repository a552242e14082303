package io.lambdafs.client.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which requests leave at once, and which together. */
final class GatheredRequestsTest {
    private static final int MANY = 64;
    private static final int BATCH = MANY / GatheredRequests.BATCHES;
    private static final int TURNS = 100_000;

    private final AtomicInteger callers = new AtomicInteger(MANY);
    private final GatheredRequests requests = new GatheredRequests(callers::get);
    private final AtomicInteger sendings = new AtomicInteger();

    @Test
    void whileNobodyHandsOutAnswers_requestsLeaveAtOnce() {
        request();

        assertThat(sendings).hasValue(1);
    }

    @Test
    void amongFewCallers_requestsLeaveAtOnce() {
        callers.set(GatheredRequests.FEWEST_CALLERS - 1);
        requests.begin();

        request();

        assertThat(sendings).hasValue(1);
    }

    @Test
    void amongMany_requestsWaitForTheEndOfTheTurn() {
        requests.begin();

        request();

        assertThat(sendings).hasValue(0);
        requests.end();
        assertThat(sendings).hasPositiveValue();
    }

    @Test
    void afterTheTurn_requestsLeaveAtOnceAgain() {
        requests.begin();
        requests.end();

        request();

        assertThat(sendings).hasValue(1);
    }

    @Test
    void aBatch_doesNotWaitForTheEndOfTheTurn() {
        requests.begin();

        for (int i = 1; i < BATCH; i++) {
            request();
        }
        assertThat(sendings).hasValue(0);
        request();

        assertThat(sendings).hasValue(BATCH);
    }

    @Test
    void aBatch_isOfAllConnections() {
        AtomicInteger ofAnother = new AtomicInteger();
        requests.begin();
        requests.ready(ofAnother::incrementAndGet);

        for (int i = 1; i < BATCH; i++) {
            request();
        }

        assertThat(ofAnother).hasPositiveValue();
        assertThat(sendings).hasPositiveValue();
    }

    /** The race between the end of a turn and a request that was to wait for it, when no other turn follows. */
    @Test
    @Timeout(60)
    void noRequestIsLeftBehind() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try {
            Future<?> turns = reader.submit(() -> {
                for (int turn = 1; turn <= TURNS; turn++) {
                    await(begun, turn);
                    requests.begin();
                    requests.end();
                    ended.set(turn);
                }
            });
            for (int turn = 1; turn <= TURNS; turn++) {
                begun.set(turn);
                // Later and later in the turn, and from the start again.
                for (int pause = 0; pause < turn % 100; pause++) {
                    Thread.onSpinWait();
                }
                request();
                await(ended, turn);
                assertThat(sendings.getAndSet(0)).as("turn %d", turn).isPositive();
            }
            turns.get(1, TimeUnit.MINUTES);
        } finally {
            reader.shutdownNow();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // where there is one core, the other thread needs it
    private static void await(AtomicInteger counter, int value) {
        while (counter.get() < value && !Thread.currentThread().isInterrupted()) {
            Thread.yield();
        }
    }

    private void request() {
        requests.ready(sendings::incrementAndGet);
    }
}
