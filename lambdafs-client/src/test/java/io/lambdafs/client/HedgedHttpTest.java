package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.client.hedge.HedgeThreads;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which of two answers counts, and when there is a copy at all. */
final class HedgedHttpTest {
    private static final RequestId ID = new RequestId(new UUID(1, 2), 3);

    private final HedgeThreads threads = new HedgeThreads();
    private final BlockingQueue<Attempt> copies = new LinkedBlockingQueue<>();
    private final BlockingQueue<ResponseEnvelope> overTcp = new LinkedBlockingQueue<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private volatile boolean ownConnected = true;
    private volatile boolean lost;
    private final ClientMetrics metrics = new ClientMetrics();

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void answerBeforeTheHedge_needsNoCopy() throws Exception {
        HedgedHttp http = hedged(attempt -> unsettled(), Duration.ofHours(1));

        assertThat(http.send(attempt()).isSettled()).isFalse();

        assertThat(metrics.hedges()).isZero();
    }

    @Test
    void copy_saysThatItIsOne_andItsAnswerEndsTheWait() throws Exception {
        overTcp.add(ResponseEnvelope.success(ID, new byte[] {7}));

        ResponseEnvelope response =
                hedged(this::waitForCancel, Duration.ofNanos(1)).send(attempt());

        assertThat(response.payload()).containsExactly(7);
        RequestEnvelope copy = RequestEnvelope.decode(copies.take().request());
        assertThat(copy.id()).isEqualTo(ID);
        assertThat(copy.isResubmission()).isTrue();
    }

    @Test
    void answersThatSettleNothing_areNoneAndTheNextLookAsksAgain() throws Exception {
        overTcp.add(ResponseEnvelope.failure(ID, ErrorCode.OVERLOADED, "later"));
        overTcp.add(unsettled());
        overTcp.add(ResponseEnvelope.failure(ID, ErrorCode.ACCESS_DENIED, "no"));

        ResponseEnvelope response =
                hedged(this::waitForCancel, Duration.ofNanos(1)).send(attempt());

        assertThat(response.error()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(copies).hasSize(3);
    }

    @Test
    void callThatWaitsLong_isServedByAnotherFunction() throws Exception {
        ownConnected = false;
        overTcp.add(ResponseEnvelope.success(ID, new byte[] {9}));

        ResponseEnvelope response =
                hedged(this::waitForCancel, Duration.ofNanos(1)).send(attempt());

        assertThat(response.payload()).containsExactly(9);
        assertThat(copies.take().deployment()).isEqualTo(2);
    }

    @Test
    void callToAFunctionThatHasLostItsConnection_isServedByAnotherFunctionAtTheFirstLook() throws Exception {
        ownConnected = false;
        lost = true;
        overTcp.add(ResponseEnvelope.success(ID, new byte[] {9}));

        // A clock that stands still: the call never counts as one that has waited long.
        ResponseEnvelope response = new HedgedHttp(
                        this::waitForCancel,
                        new OneConnection(),
                        Duration.ofNanos(1),
                        Duration.ofSeconds(20),
                        threads,
                        metrics,
                        () -> 0)
                .send(attempt());

        assertThat(response.payload()).containsExactly(9);
        assertThat(copies.take().deployment()).isEqualTo(2);
    }

    /** The copy may yet take effect: to tell the caller "refused" could be wrong. */
    @Test
    void unsettledRefusalByHttp_isNoAnswerOnceThereIsACopy() {
        Transport afterTheCopy = attempt -> {
            take(copies);
            return unsettled();
        };
        TransportException lost = catchThrowableOfType(
                TransportException.class,
                () -> hedged(afterTheCopy, Duration.ofNanos(1)).send(attempt()));

        assertThat(lost.kind()).isEqualTo(Kind.LOST);
    }

    @Test
    void answerByHttp_countsAlsoWhileACopyIsUnderWay() throws Exception {
        Transport afterTheCopy = attempt -> {
            take(copies);
            return ResponseEnvelope.success(ID, new byte[] {8});
        };

        assertThat(hedged(afterTheCopy, Duration.ofNanos(1)).send(attempt()).payload())
                .containsExactly(8);
    }

    private HedgedHttp hedged(Transport http, Duration after) {
        return new HedgedHttp(
                http, new OneConnection(), after, Duration.ofSeconds(20), threads, metrics, System::nanoTime);
    }

    private static ResponseEnvelope unsettled() {
        return ResponseEnvelope.unsettledFailure(ID, ErrorCode.FILE_NOT_FOUND, "not then");
    }

    private Attempt attempt() {
        RequestEnvelope request =
                new RequestEnvelope(ID, new Caller("a", List.of(), "h"), RequestLife.UNDATED, "delete", new byte[0]);
        Attempt attempt = new Attempt(
                ID,
                request.encode(),
                0,
                Duration.ofSeconds(20),
                () -> request.asResubmission().encode());
        attempt.cancellation().waiting(cancelled::countDown);
        return attempt;
    }

    private ResponseEnvelope waitForCancel(Attempt attempt) throws TransportException, InterruptedException {
        assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        throw new TransportException(Kind.LOST, "cancelled");
    }

    private static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        T taken = queue.poll(20, TimeUnit.SECONDS);
        assertThat(taken).isNotNull();
        return taken;
    }

    private final class OneConnection extends UndisturbedTcp {
        @Override
        public boolean reaches(int deployment) {
            return ownConnected;
        }

        @Override
        public boolean lostWithin(int deployment, Duration time) {
            return lost;
        }

        @Override
        public int substituteFor(int deployment) {
            return 2;
        }

        @Override
        public ResponseEnvelope send(Attempt attempt) throws InterruptedException {
            copies.add(attempt);
            return overTcp.take();
        }
    }
}
