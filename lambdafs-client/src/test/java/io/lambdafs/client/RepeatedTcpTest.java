package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.client.hedge.HedgeThreads;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.straggler.StragglerLimits;
import io.lambdafs.client.straggler.StragglerSettings;
import io.lambdafs.client.tcp.WaitWatch;
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

/** Which of two instances' answers counts, and where a straggler goes. */
final class RepeatedTcpTest {
    private static final RequestId ID = new RequestId(new UUID(1, 2), 3);
    private static final String SLOW = "the slow instance";
    private static final int WINDOW = 10;

    private final HedgeThreads threads = new HedgeThreads();
    private final ClientMetrics metrics = new ClientMetrics();
    private final TwoInstances tcp = new TwoInstances();
    private final BlockingQueue<Attempt> byHttp = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void copy_saysThatItIsOne_andItsAnswerEndsTheWait() throws Exception {
        tcp.second.add(ResponseEnvelope.success(ID, new byte[] {7}));

        ResponseEnvelope response = repeated(0.05).send(attempt(false), tcp);

        assertThat(response.payload()).containsExactly(7);
        RequestEnvelope copy = RequestEnvelope.decode(tcp.copies.take().request());
        assertThat(copy.id()).isEqualTo(ID);
        assertThat(copy.isResubmission()).isTrue();
        assertThat(metrics.stragglers().repeated()).isEqualTo(1);
        assertThat(metrics.stragglers().byHttp()).isZero();
        assertThat(metrics.stragglers().wonBySecond()).isEqualTo(1);
    }

    @Test
    void withoutAnotherInstance_theCopyGoesByHttp_whereItMay() throws Exception {
        tcp.elsewhere = -1;

        ResponseEnvelope response = repeated(0.05).send(attempt(true), tcp);

        assertThat(response.payload()).containsExactly(8);
        assertThat(byHttp.take().deployment()).isEqualTo(0);
        assertThat(metrics.stragglers().byHttp()).isEqualTo(1);
    }

    @Test
    void withoutAnyOtherWay_theFirstAnswerIsWaitedFor() throws Exception {
        tcp.elsewhere = -1;
        tcp.first.add(ResponseEnvelope.success(ID, new byte[] {1}));

        assertThat(repeated(0.05).send(attempt(false), tcp).payload()).containsExactly(1);

        assertThat(metrics.stragglers().notRepeated()).isEqualTo(1);
        assertThat(metrics.stragglers().repeated()).isZero();
    }

    /** The copy may yet take effect: to tell the caller "refused" could be wrong. */
    @Test
    void unsettledRefusalOfTheFirst_isNoAnswerOnceThereIsACopy() {
        tcp.beforeTheFirst = () -> take(tcp.copies);
        tcp.first.add(unsettled());

        TransportException lost = catchThrowableOfType(
                TransportException.class, () -> repeated(0.05).send(attempt(false), tcp));

        assertThat(lost.kind()).isEqualTo(Kind.LOST);
    }

    @Test
    void unsettledRefusalOfTheFirst_isTheAnswerWithoutACopy() throws Exception {
        tcp.elsewhere = -1;
        tcp.first.add(unsettled());

        assertThat(repeated(0.05).send(attempt(false), tcp).error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
    }

    @Test
    void firstAnswer_countsAlsoWhileACopyIsUnderWay() throws Exception {
        tcp.beforeTheFirst = () -> take(tcp.copies);
        tcp.first.add(ResponseEnvelope.success(ID, new byte[] {2}));

        assertThat(repeated(0.05).send(attempt(false), tcp).payload()).containsExactly(2);
        assertThat(metrics.stragglers().wonBySecond()).isZero();
    }

    @Test
    void answerOfTheCopyThatMaySayOtherwiseLater_isNone() throws Exception {
        tcp.beforeTheFirst = () -> take(tcp.copies);
        tcp.second.add(ResponseEnvelope.failure(ID, ErrorCode.OVERLOADED, "later"));
        tcp.first.add(ResponseEnvelope.success(ID, new byte[] {3}));

        assertThat(repeated(0.05).send(attempt(false), tcp).payload()).containsExactly(3);
    }

    @Test
    void aShareOfNone_repeatsNothing() throws Exception {
        tcp.first.add(ResponseEnvelope.success(ID, new byte[] {4}));

        assertThat(repeated(0).send(attempt(true), tcp).payload()).containsExactly(4);
        assertThat(tcp.copies).isEmpty();
        assertThat(byHttp).isEmpty();
    }

    /** Its copies must not have copies. */
    @Test
    void whatIsNotRepeatable_isSentOnce() throws Exception {
        tcp.first.add(ResponseEnvelope.success(ID, new byte[] {5}));
        Attempt copy = attempt(true).copy(0, Duration.ofSeconds(20));

        assertThat(repeated(0.05).send(copy, tcp).payload()).containsExactly(5);
        assertThat(tcp.copies).isEmpty();
    }

    private RepeatedTcp repeated(double share) {
        StragglerLimits limits = new StragglerLimits(new StragglerSettings(10, Duration.ofNanos(1), WINDOW, share));
        for (int i = 0; i < WINDOW; i++) {
            limits.answered("create", 1);
        }
        Transport http = attempt -> {
            byHttp.add(attempt);
            return ResponseEnvelope.success(ID, new byte[] {8});
        };
        return new RepeatedTcp(http, limits, threads, metrics.stragglers(), System::nanoTime);
    }

    private static ResponseEnvelope unsettled() {
        return ResponseEnvelope.unsettledFailure(ID, ErrorCode.FILE_NOT_FOUND, "not then");
    }

    private static Attempt attempt(boolean alsoByHttp) {
        RequestEnvelope request =
                new RequestEnvelope(ID, new Caller("a", List.of(), "h"), RequestLife.UNDATED, "create", new byte[0]);
        return new Attempt(
                        ID,
                        request.encode(),
                        0,
                        Duration.ofSeconds(20),
                        () -> request.asResubmission().encode())
                .repeatable("create", alsoByHttp);
    }

    private static void take(BlockingQueue<Attempt> queue) throws InterruptedException {
        assertThat(queue.poll(20, TimeUnit.SECONDS)).isNotNull();
    }

    /** What happens before the first instance answers. */
    private interface Step {
        void run() throws InterruptedException;
    }

    /** One that takes long by definition, and another one. */
    private static final class TwoInstances extends UndisturbedTcp {
        private final BlockingQueue<Attempt> copies = new LinkedBlockingQueue<>();
        private final BlockingQueue<ResponseEnvelope> first = new LinkedBlockingQueue<>();
        private final BlockingQueue<ResponseEnvelope> second = new LinkedBlockingQueue<>();
        private int elsewhere;
        private Step beforeTheFirst = () -> {};

        @Override
        public ResponseEnvelope send(Attempt attempt, WaitWatch watch) throws TransportException, InterruptedException {
            CountDownLatch ended = new CountDownLatch(1);
            if (watch.limitNanos() != WaitWatch.NEVER) {
                watch.exceeded(SLOW, ended::countDown);
            }
            beforeTheFirst.run();
            ResponseEnvelope answer = first.poll();
            if (answer != null) {
                return answer;
            }
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
            throw new TransportException(Kind.LOST, "ended");
        }

        @Override
        public int elsewhere(int deployment, String instance) {
            assertThat(instance).isEqualTo(SLOW);
            return elsewhere;
        }

        @Override
        public ResponseEnvelope sendElsewhere(Attempt copy, String instance) throws InterruptedException {
            assertThat(instance).isEqualTo(SLOW);
            copies.add(copy);
            return second.take();
        }

        @Override
        public ResponseEnvelope send(Attempt attempt) {
            throw new AssertionError("not asked for");
        }

        @Override
        public boolean reaches(int deployment) {
            return true;
        }

        @Override
        public int connections(int deployment) {
            return 2;
        }
    }
}
