package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.SigningKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class RequestDeduplicatorTest {
    private final RequestDeduplicator deduplicator = new RequestDeduplicator(100_000, Duration.ofSeconds(30));
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void completedRequest_isNotRunAgain() {
        ResponseEnvelope first = deduplicator.once(request(1), this::succeed);
        assertThat(deduplicator.once(request(1), this::succeed)).isSameAs(first);
        assertThat(deduplicator.once(request(2), this::succeed)).isNotSameAs(first);
        assertThat(runs).hasValue(2);
        assertThat(deduplicator.repeated()).isEqualTo(1);
    }

    @Test
    void refusal_isRemembered_butNotWhatMayBeTriedAgain() {
        deduplicator.once(request(1), failing(ErrorCode.FILE_NOT_FOUND));
        assertThat(deduplicator.once(request(1), this::succeed).error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);

        for (ErrorCode code : List.of(ErrorCode.CONFLICT, ErrorCode.DEADLINE_EXCEEDED, ErrorCode.INTERNAL)) {
            deduplicator.once(request(2), failing(code));
        }
        assertThat(deduplicator.once(request(2), this::succeed).succeeded()).isTrue();
    }

    @Test
    void refusalThatIsNotRecorded_isNoAnswerToAResubmission() {
        deduplicator.once(
                request(1), request -> ResponseEnvelope.unsettledFailure(request.id(), ErrorCode.FILE_NOT_FOUND, "no"));
        assertThat(deduplicator.once(request(1), this::succeed).error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
        assertThat(deduplicator.once(request(1).asResubmission(), this::succeed).succeeded())
                .isTrue();
    }

    @Test
    void numberOfAnotherUsersRequest_givesNoAnswer() {
        ResponseEnvelope first = deduplicator.once(request(1), this::succeed);
        RequestEnvelope forged = new RequestEnvelope(
                request(1).id(), new Caller("eve", List.of(), "h"), RequestLife.UNDATED, "stat", new byte[0]);
        assertThat(deduplicator.once(forged, this::succeed)).isNotSameAs(first);
    }

    @Test
    void requestThatIsProvenInAnotherWay_getsNoAnswerOfTheFirst() throws Exception {
        ResponseEnvelope byService = deduplicator.once(proven(Credential.Kind.SERVICE_KEY), this::succeed);

        assertThat(deduplicator.once(proven(Credential.Kind.SERVICE_KEY), this::succeed))
                .isSameAs(byService);
        assertThat(deduplicator.once(proven(Credential.Kind.DELEGATION_TOKEN), this::succeed))
                .isNotSameAs(byService);
    }

    private static RequestEnvelope proven(Credential.Kind kind) throws MalformedEnvelopeException {
        SigningKey key = new SigningKey(new Credential(kind, new byte[] {1}), new byte[] {2});
        RequestEnvelope received =
                RequestEnvelope.decode(request(1).signedWith(key).encode());
        return received.provenToBeOf(received.caller());
    }

    @Test
    void oldestAnswers_makeWayForNewOnes() {
        for (int i = 0; i < 1000; i++) {
            deduplicator.once(request(i), request -> ResponseEnvelope.success(request.id(), new byte[1000]));
            assertThat(deduplicator.bytes()).isLessThanOrEqualTo(100_000);
        }
        deduplicator.once(request(999), this::succeed);
        assertThat(runs).hasValue(0);
        deduplicator.once(request(0), this::succeed);
        assertThat(runs).hasValue(1);
    }

    @Test
    void answerThatIsTooLarge_isNotRemembered() {
        deduplicator.once(request(1), request -> ResponseEnvelope.success(request.id(), new byte[50_000]));
        assertThat(deduplicator.bytes()).isZero();
        deduplicator.once(request(1), this::succeed);
        assertThat(runs).hasValue(1);
    }

    @Test
    void workThatThrows_leavesNothingBehind() {
        assertThatThrownBy(() -> deduplicator.once(request(1), request -> {
                    throw new IllegalStateException("defect");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(deduplicator.once(request(1), this::succeed).succeeded()).isTrue();
    }

    @Test
    void requestUnderWay_isWaitedFor() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try {
            List<Future<ResponseEnvelope>> answers = new ArrayList<>();
            answers.add(threads.submit(() -> deduplicator.once(request(1), request -> {
                started.countDown();
                await(go);
                return succeed(request);
            })));
            await(started);
            for (int i = 0; i < 3; i++) {
                answers.add(threads.submit(() -> deduplicator.once(request(1), this::succeed)));
            }
            go.countDown();
            for (Future<ResponseEnvelope> answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS))
                        .isSameAs(answers.get(0).get());
            }
            assertThat(runs).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    /** The refusal of the undated one would be no answer to the dated one. */
    @Test
    void datedRequest_doesNotWaitForTheSameOneUndated() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<ResponseEnvelope> undated = thread.submit(() -> deduplicator.once(request(1), request -> {
                started.countDown();
                await(go);
                return ResponseEnvelope.failure(request.id(), ErrorCode.MISDATED, "undated");
            }));
            await(started);

            RequestEnvelope dated = request(1).living(RequestLife.of(1_000, 1_000));
            assertThat(deduplicator.once(dated, this::succeed).succeeded()).isTrue();
            go.countDown();
            assertThat(undated.get(30, TimeUnit.SECONDS).error()).isEqualTo(ErrorCode.MISDATED);
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void requestUnderWayForTooLong_isAnsweredWithARetriableRefusal() throws Exception {
        RequestDeduplicator impatient = new RequestDeduplicator(1000, Duration.ofMillis(1));
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<ResponseEnvelope> first = thread.submit(() -> impatient.once(request(1), request -> {
                started.countDown();
                await(go);
                return succeed(request);
            }));
            await(started);
            assertThat(impatient.once(request(1), this::succeed).error()).isEqualTo(ErrorCode.OVERLOADED);
            go.countDown();
            assertThat(first.get(30, TimeUnit.SECONDS).succeeded()).isTrue();
        } finally {
            thread.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ResponseEnvelope succeed(RequestEnvelope request) {
        runs.incrementAndGet();
        return ResponseEnvelope.success(request.id(), new byte[10]);
    }

    private static Function<RequestEnvelope, ResponseEnvelope> failing(ErrorCode code) {
        return request -> ResponseEnvelope.failure(request.id(), code, "no");
    }

    private static RequestEnvelope request(long sequence) {
        RequestId id = new RequestId(new UUID(1, 2), sequence);
        return new RequestEnvelope(id, new Caller("a", List.of(), "h"), RequestLife.UNDATED, "stat", new byte[0]);
    }
}
