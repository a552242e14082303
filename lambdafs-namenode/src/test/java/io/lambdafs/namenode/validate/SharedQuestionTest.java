package io.lambdafs.namenode.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.coherence.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SharedQuestionTest {
    private static final int CALLERS = 8;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch waitingCallers = new CountDownLatch(CALLERS);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void end() {
        answer.countDown();
        threads.shutdownNow();
    }

    /** As the machine's, but says how many wait. */
    private Waiting counting(Duration longest) {
        return () -> new Waiting.Signal() {
            private final Waiting.Signal signal = Waiting.onThreads().newSignal();

            @Override
            public void give() {
                signal.give();
            }

            @Override
            public boolean await(Duration bound) {
                waitingCallers.countDown();
                return signal.await(longest.compareTo(bound) < 0 ? longest : bound);
            }
        };
    }

    private boolean askFirstSlowly(boolean answered) {
        if (asked.incrementAndGet() > 1) {
            return answered;
        }
        try {
            return answer.await(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<CompletableFuture<Boolean>> callWhileOneIsUnderWay(SharedQuestion question) throws Exception {
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(question::ask, threads);
        while (asked.get() == 0) {
            Thread.onSpinWait();
        }
        List<CompletableFuture<Boolean>> later = Stream.generate(
                        () -> CompletableFuture.supplyAsync(question::ask, threads))
                .limit(CALLERS)
                .toList();
        assertThat(waitingCallers.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(asked).hasValue(1);
        answer.countDown();
        assertThat(first.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return later;
    }

    @Test
    void callersThatComeDuringAQuestion_shareTheNext() throws Exception {
        SharedQuestion question = new SharedQuestion(() -> askFirstSlowly(true), counting(LONG), LONG, true);
        for (CompletableFuture<Boolean> later : callWhileOneIsUnderWay(question)) {
            assertThat(later.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        assertThat(asked).hasValue(2);
        assertThat(question.ask()).isTrue();
        assertThat(asked).hasValue(3);
    }

    @Test
    void questionWithoutAnAnswer_isWithoutOneForAllWhoShareIt() throws Exception {
        SharedQuestion question = new SharedQuestion(() -> askFirstSlowly(false), counting(LONG), LONG, true);
        for (CompletableFuture<Boolean> later : callWhileOneIsUnderWay(question)) {
            assertThat(later.get(LONG.toSeconds(), TimeUnit.SECONDS)).isFalse();
        }
        assertThat(asked).hasValue(2);
    }

    @Test
    void callersThatWaitTooLong_giveUp_andTheNextCallerAsks() throws Exception {
        SharedQuestion question = new SharedQuestion(() -> askFirstSlowly(true), counting(Duration.ZERO), LONG, true);
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(question::ask, threads);
        while (asked.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(question.ask()).isFalse();
        answer.countDown();
        assertThat(first.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(question.ask()).isTrue();
        assertThat(asked).hasValue(2);
    }

    @Test
    void questionThatFails_leavesNobodyWaiting() {
        SharedQuestion question = new SharedQuestion(
                () -> {
                    if (asked.incrementAndGet() == 1) {
                        throw new IllegalStateException("a mistake");
                    }
                    return true;
                },
                Waiting.onThreads(),
                LONG,
                true);
        assertThat(CompletableFuture.supplyAsync(question::ask, threads)
                        .handle((answered, failure) -> failure != null)
                        .join())
                .isTrue();
        assertThat(question.ask()).isTrue();
    }
}
