package io.lambdafs.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameChannel;
import io.lambdafs.wire.frame.Message;
import io.lambdafs.wire.frame.MessageAssembler;
import io.lambdafs.wire.frame.MessagePart;
import io.lambdafs.wire.frame.Outbox;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class RequestDispatchTest {
    private final LongAdder served = new LongAdder();
    private final Deque<Runnable> pool = new ArrayDeque<>();
    private final List<ResponseEnvelope> replies = new ArrayList<>();
    private final Reply reply = new Kept();
    private int mayWait;

    @Test
    void request_isAnsweredOnThePool() throws MalformedEnvelopeException {
        RequestDispatch dispatch = dispatch(pool::add, 2);

        dispatch.dispatch(message(request(1)), reply);
        assertThat(replies).isEmpty();
        pool.remove().run();

        assertThat(replies).hasSize(1);
        assertThat(replies.get(0).succeeded()).isTrue();
        assertThat(mayWait).isZero();
        assertThat(served.sum()).isEqualTo(1);
    }

    @Test
    void requestThatTakesOnlyMemory_isAnsweredAtOnce() throws MalformedEnvelopeException {
        RequestHandler handler = new RequestHandler() {
            @Override
            public ResponseEnvelope handle(RequestEnvelope request) {
                throw new AssertionError("not for the pool");
            }

            @Override
            public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
                return Optional.of(ResponseEnvelope.success(request.id(), new byte[0]));
            }
        };
        RequestDispatch dispatch = new RequestDispatch(handler, pool::add, 1, served, ResponseEnvelope.VERSION);

        for (int i = 0; i < 3; i++) {
            dispatch.dispatch(message(request(i)), reply);
        }

        assertThat(pool).isEmpty();
        assertThat(replies).hasSize(3).allMatch(ResponseEnvelope::succeeded);
        assertThat(mayWait).isEqualTo(3);
        assertThat(served.sum()).isEqualTo(3);
    }

    @Test
    void requestsThatCameTogether_shareARefreshThatBeginsAfterTheLastOfThem() throws MalformedEnvelopeException {
        Refreshed handler = new Refreshed(true);
        RequestDispatch dispatch = new RequestDispatch(handler, pool::add, 4, served, ResponseEnvelope.VERSION);

        for (int i = 0; i < 3; i++) {
            dispatch.dispatch(message(request(i)), reply);
        }
        assertThat(handler.events).containsExactly("arrived 0", "arrived 1", "arrived 2");
        dispatch.answerGathered();
        dispatch.answerGathered();

        assertThat(handler.events)
                .containsExactly("arrived 0", "arrived 1", "arrived 2", "refresh", "memory 0", "memory 1", "memory 2");
        assertThat(replies).hasSize(3).allMatch(ResponseEnvelope::succeeded);
        assertThat(pool).isEmpty();
    }

    @Test
    void requestsThatCameTogether_goToThePoolWithoutARefresh() throws MalformedEnvelopeException {
        Refreshed handler = new Refreshed(false);
        RequestDispatch dispatch = new RequestDispatch(handler, pool::add, 4, served, ResponseEnvelope.VERSION);

        dispatch.dispatch(message(request(0)), reply);
        dispatch.dispatch(message(request(1)), reply);
        dispatch.answerGathered();

        assertThat(handler.events).containsExactly("arrived 0", "arrived 1", "refresh");
        assertThat(replies).isEmpty();
        assertThat(pool).hasSize(2);
        pool.remove().run();
        assertThat(handler.events).endsWith("refresh", "store 0");
    }

    @Test
    void shortReadsThatCameTogether_areNoneOfALoneCaller() throws MalformedEnvelopeException {
        Refreshed handler = new Refreshed(false);
        RequestDispatch dispatch = new RequestDispatch(handler, pool::add, 4, served, ResponseEnvelope.VERSION);
        for (int i = 0; i < LoneCaller.CONVINCING; i++) {
            dispatch.dispatch(message(request(i)), reply);
            dispatch.answerGathered();
            pool.remove().run();
        }
        dispatch.dispatch(message(request(100)), reply);
        dispatch.answerGathered();
        assertThat(pool).isEmpty();

        dispatch.dispatch(message(request(101)), reply);
        dispatch.dispatch(message(request(102)), reply);
        dispatch.answerGathered();
        assertThat(pool).hasSize(2);
    }

    /** Notes what it is asked for; the store answers or not. */
    private static final class Refreshed implements RequestHandler {
        private final List<String> events = new ArrayList<>();
        private final boolean answers;

        Refreshed(boolean answers) {
            this.answers = answers;
        }

        private ResponseEnvelope answer(String from, RequestEnvelope request) {
            events.add(from + " " + request.id().sequence());
            return ResponseEnvelope.success(request.id(), new byte[0]);
        }

        @Override
        public ResponseEnvelope handle(RequestEnvelope request) {
            return answer("store", request);
        }

        @Override
        public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
            return Optional.of(answer("memory", request));
        }

        @Override
        public boolean needsRefresh(RequestEnvelope request) {
            return events.add("arrived " + request.id().sequence());
        }

        @Override
        public boolean refresh() {
            events.add("refresh");
            return answers;
        }

        @Override
        public boolean isShortRead(RequestEnvelope request) {
            return true;
        }
    }

    @Test
    void requestsAboveTheBound_areRefusedUntilOneHasEnded() throws MalformedEnvelopeException {
        RequestDispatch dispatch = dispatch(pool::add, 2);
        for (int i = 0; i < 3; i++) {
            dispatch.dispatch(message(request(i)), reply);
        }
        assertThat(replies).hasSize(1);
        assertThat(replies.get(0).error()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(replies.get(0).id().sequence()).isEqualTo(2);

        pool.remove().run();
        dispatch.dispatch(message(request(4)), reply);
        assertThat(pool).hasSize(2);
    }

    @Test
    void fullPool_isOverloadAndGivesThePlaceBack() throws MalformedEnvelopeException {
        RequestDispatch dispatch = dispatch(
                task -> {
                    throw new RejectedExecutionException();
                },
                1);

        dispatch.dispatch(message(request(1)), reply);
        dispatch.dispatch(message(request(2)), reply);

        assertThat(replies).hasSize(2).allMatch(reply -> reply.error() == ErrorCode.OVERLOADED);
    }

    @Test
    void handlerThatThrows_isAnInternalErrorAndGivesThePlaceBack() throws MalformedEnvelopeException {
        RequestDispatch dispatch = new RequestDispatch(
                request -> {
                    throw new IllegalStateException("not yet");
                },
                Runnable::run,
                1,
                served,
                ResponseEnvelope.VERSION);

        dispatch.dispatch(message(request(1)), reply);
        dispatch.dispatch(message(request(2)), reply);

        assertThat(replies).hasSize(2).allMatch(reply -> reply.error() == ErrorCode.INTERNAL);
    }

    @Test
    void shortReadsThatComeOneByOne_areAnsweredByTheReadingThread() throws MalformedEnvelopeException {
        RequestDispatch dispatch = convinced(request -> true);

        dispatch.dispatch(message(request(1)), reply);

        assertThat(pool).isEmpty();
        assertThat(replies).hasSize(1);
    }

    @Test
    void whatIsNoShortRead_goesToThePool() throws MalformedEnvelopeException {
        RequestDispatch dispatch = convinced(request -> false);

        dispatch.dispatch(message(request(1)), reply);

        assertThat(pool).hasSize(1);
        assertThat(replies).isEmpty();
    }

    @Test
    void trustInALoneCaller_isEarnedAgainAndAgain() throws MalformedEnvelopeException {
        RequestDispatch dispatch = convinced(request -> true);
        for (int i = 0; i < LoneCaller.TRUSTED; i++) {
            dispatch.dispatch(message(request(i)), reply);
        }
        assertThat(pool).isEmpty();

        dispatch.dispatch(message(request(1_000)), reply);
        dispatch.dispatch(message(request(1_001)), reply);

        assertThat(pool).hasSize(2);
    }

    @Test
    void requestBesideOneThatIsUnderWay_goesToThePool() throws MalformedEnvelopeException {
        RequestDispatch dispatch = convinced(request -> request.id().sequence() != 1);
        dispatch.dispatch(message(request(1)), reply);

        dispatch.dispatch(message(request(2)), reply);

        assertThat(pool).hasSize(2);
    }

    @Test
    void bytesThatAreNoRequest_areRefused() {
        assertThatThrownBy(() -> dispatch(pool::add, 1).dispatch(message(new byte[] {9, 9}), reply))
                .isInstanceOf(MalformedEnvelopeException.class);
        assertThat(pool).isEmpty();
    }

    @Test
    void endpoints_areParsedStrictly() {
        assertThat(ClientEndpoint.parse("127.0.0.1:80")).isEqualTo(new ClientEndpoint("127.0.0.1", 80));
        assertThat(ClientEndpoint.parse("[::1]:65535")).isEqualTo(new ClientEndpoint("::1", 65_535));
        for (String wrong : List.of("", "host", ":80", "host:", "host:0", "host:65536", "host:-1", "host:x")) {
            assertThatThrownBy(() -> ClientEndpoint.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** A dispatch whose client has asked for one thing at a time for long enough. */
    private RequestDispatch convinced(Predicate<RequestEnvelope> isShort) throws MalformedEnvelopeException {
        RequestHandler handler = new RequestHandler() {
            @Override
            public ResponseEnvelope handle(RequestEnvelope request) {
                return ResponseEnvelope.success(request.id(), new byte[0]);
            }

            @Override
            public boolean isShortRead(RequestEnvelope request) {
                return isShort.test(request);
            }
        };
        RequestDispatch dispatch = new RequestDispatch(handler, pool::add, 4, served, ResponseEnvelope.VERSION);
        for (int i = 0; i < LoneCaller.CONVINCING; i++) {
            dispatch.dispatch(message(request(100 + i)), reply);
            pool.remove().run();
        }
        replies.clear();
        return dispatch;
    }

    private RequestDispatch dispatch(Executor executor, int maxInFlight) {
        return new RequestDispatch(
                request -> ResponseEnvelope.success(request.id(), new byte[0]),
                executor,
                maxInFlight,
                served,
                ResponseEnvelope.VERSION);
    }

    /** Keeps what is sent, and counts what may wait. */
    private final class Kept implements Reply {
        @Override
        public void now(byte[] response) {
            try {
                replies.add(ResponseEnvelope.decode(response));
            } catch (MalformedEnvelopeException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void soon(byte[] response) {
            mayWait++;
            now(response);
        }
    }

    private static byte[] request(long sequence) {
        RequestId id = new RequestId(new UUID(1, 2), sequence);
        return new RequestEnvelope(id, new Caller("a", List.of(), "h"), RequestLife.UNDATED, "stat", new byte[0])
                .encode();
    }

    /** A message as it comes off the wire. */
    private static Message message(byte[] bytes) throws MalformedEnvelopeException {
        List<Frame> frames = new ArrayList<>();
        FrameChannel channel = new FrameChannel() {
            @Override
            public void send(Frame frame) {
                frames.add(frame);
            }

            @Override
            public int bufferedBytes() {
                return 0;
            }

            @Override
            public boolean isOpen() {
                return true;
            }
        };
        assertThat(new Outbox(channel, 1_000).offer(1, bytes)).isTrue();
        Message message = new MessageAssembler(1_000).accept((MessagePart) frames.get(0));
        assertThat(message).isNotNull();
        return Objects.requireNonNull(message);
    }
}
