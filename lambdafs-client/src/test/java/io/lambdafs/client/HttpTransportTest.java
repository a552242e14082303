package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.client.platform.BoundedHttp;
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
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each answer of the platform means. */
final class HttpTransportTest {
    private final RequestId id = new RequestId(UUID.randomUUID(), 1);
    private final FakePlatform platform =
            new FakePlatform(3, request -> ResponseEnvelope.success(request.id(), new byte[] {7}));
    private final HttpTransport transport = transport(FakePlatform.KEY);

    @AfterEach
    void close() {
        platform.close();
    }

    @Test
    void success_isTheFunctionsResponse() throws Exception {
        assertThat(transport.send(attempt(0, 10_000)).payload()).containsExactly(7);
    }

    @Test
    void accepted_isWaitedForByItsActivation() throws Exception {
        platform.nextAnswers(202, "{\"activationId\":\"0123456789abcdef0123456789abcdef\"}");
        platform.activationResult(ResponseEnvelope.success(id, new byte[] {8}));

        assertThat(transport.send(attempt(0, 10_000)).payload()).containsExactly(8);
    }

    @Test
    void acceptedWithoutResult_timesOut() {
        platform.nextAnswers(202, "{\"activationId\":\"0123456789abcdef0123456789abcdef\"}");

        assertThat(failure(0, 120).kind()).isEqualTo(Kind.TIMED_OUT);
    }

    @Test
    void acceptedWithAnIdThatIsAPath_isNotFollowed() {
        platform.nextAnswers(202, "{\"activationId\":\"../../actions\"}");

        assertThat(failure(0, 10_000).kind()).isEqualTo(Kind.GARBLED);
    }

    @Test
    void unknownFunction_asksWhetherTheSystemIsStarted() {
        platform.nextAnswers(404, "{\"error\":\"The requested resource does not exist.\",\"code\":\"x\"}");

        assertThat(failure(2, 10_000)).hasMessageContaining("namenode2").hasMessageContaining("is λFS started?");
    }

    @Test
    void wrongKey_isFinalAndNamesTheSetting() {
        TransportException failure = catchThrowableOfType(
                TransportException.class, () -> transport("other:key").send(attempt(0, 10_000)));

        assertThat(failure.kind()).isEqualTo(Kind.FINAL);
        assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(failure).hasMessageContaining("lambdafs.client.openwhisk.auth");
    }

    @Test
    void statuses_sayWhatToDoNext() {
        assertThat(afterAnswer(403, "{}").kind()).isEqualTo(Kind.FINAL);
        assertThat(afterAnswer(413, "{}").code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(afterAnswer(429, "{\"error\":\"Too many requests in the last minute (count: 74, allowed: 60).\"}"))
                .hasMessageContaining("allowed: 60");
        assertThat(afterAnswer(429, "{}").kind()).isEqualTo(Kind.THROTTLED);
        assertThat(afterAnswer(503, "").kind()).isEqualTo(Kind.BUSY);
        assertThat(afterAnswer(503, "").retryAfterMillis()).isZero();
        assertThat(afterAnswer(500, "no json").kind()).isEqualTo(Kind.LOST);
        assertThat(afterAnswer(502, "{\"error\":\"crash\"}").kind()).isEqualTo(Kind.LOST);
        assertThat(afterAnswer(502, "{\"error\":{\"nested\":1}}").kind()).isEqualTo(Kind.LOST);
        assertThat(afterAnswer(302, "{}").kind()).isEqualTo(Kind.FINAL);
        assertThat(afterAnswer(400, "{\"error\":\"bad\"}").kind()).isEqualTo(Kind.FINAL);
    }

    @Test
    void refusal_saysWhenToComeBack_inSecondsOnly() {
        assertThat(refusedFor("7").retryAfterMillis()).isEqualTo(7_000);
        assertThat(refusedFor("-7").retryAfterMillis()).isZero();
        assertThat(refusedFor("99999999999").retryAfterMillis()).isZero();
        assertThat(refusedFor("Fri, 31 Dec 1999 23:59:59 GMT").retryAfterMillis())
                .isZero();
    }

    private TransportException refusedFor(String retryAfter) {
        platform.next((exchange, request) -> {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
            FakePlatform.reply(exchange, 503, "{}");
            return true;
        });
        return failure(0, 10_000);
    }

    @Test
    void answerTooLargeForThePlatform_isFinal() {
        TransportException failure = afterAnswer(
                502, "{\"error\":\"The action produced a response that exceeded the allowed length: 2 > 1 bytes.\"}");

        assertThat(failure.kind()).isEqualTo(Kind.FINAL);
        assertThat(failure.code()).isEqualTo(ErrorCode.TOO_LARGE);
    }

    @Test
    void requestThatTheFunctionCannotRead_isFinal() {
        TransportException failure =
                afterAnswer(502, "{\"error\":\"envelope version 2 is not 1\",\"errorCode\":\"MALFORMED_REQUEST\"}");

        assertThat(failure.kind()).isEqualTo(Kind.FINAL);
        assertThat(failure.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
    }

    @Test
    void bodiesThatAreNoAnswer_areGarbled() {
        for (String body : List.of("", "{\"respo", "[]", "null", "{}", "{\"response\":5}", "{\"response\":\"AAAA\"}")) {
            assertThat(afterAnswer(200, body).kind()).as(body).isEqualTo(Kind.GARBLED);
        }
        assertThat(afterAnswer(200, "{\"response\":\"not base64!\"}").kind()).isEqualTo(Kind.GARBLED);
    }

    @Test
    void answerToAnotherRequest_isGarbled() {
        FakePlatform.Fault other = (exchange, request) -> {
            FakePlatform.reply(
                    exchange,
                    200,
                    FakePlatform.result(ResponseEnvelope.success(new RequestId(UUID.randomUUID(), 1), new byte[0])));
            return true;
        };
        platform.next(other);

        assertThat(failure(0, 10_000)).hasMessageContaining("another request");
    }

    @Test
    void bodyAboveTheLimit_isCutOff() {
        String body = "{\"response\":\"" + "A".repeat(BoundedHttp.MAX_BODY_BYTES) + "\"}";

        assertThat(afterAnswer(200, body)).hasMessageContaining("larger than");
    }

    @Test
    void silence_timesOut() {
        platform.next((exchange, request) -> {
            platform.awaitClose();
            return true;
        });

        assertThat(failure(0, 100).kind()).isEqualTo(Kind.TIMED_OUT);
    }

    /** Only a caller that resubmits may send again: a copy that does not say that it is one could be refused while the other goes on. */
    @Test
    void connectionThatEndsWithoutAnAnswer_isLost_andTheRequestIsNotSentAgain() throws Exception {
        for (boolean kept : new boolean[] {false, true}) {
            if (kept) {
                transport.send(attempt(0, 10_000));
            }
            int before = platform.requests().size();
            // The exchange is closed before anything was answered, and its connection with it.
            platform.next((exchange, request) -> true);

            assertThat(failure(0, 10_000).kind()).isEqualTo(Kind.LOST);
            assertThat(platform.requests()).as("kept: %s", kept).hasSize(before + 1);
        }
    }

    @Test
    void nobodyListening_isLost() {
        platform.close();

        assertThat(failure(0, 10_000).kind()).isEqualTo(Kind.LOST);
    }

    private TransportException afterAnswer(int status, String body) {
        platform.nextAnswers(status, body);
        return failure(0, 10_000);
    }

    private TransportException failure(int deployment, int timeoutMillis) {
        return catchThrowableOfType(TransportException.class, () -> transport.send(attempt(deployment, timeoutMillis)));
    }

    private HttpTransport transport(String key) {
        ClientConfig config =
                new ClientConfig(Map.of(ClientKey.OPENWHISK_URL, platform.url() + "/", ClientKey.OPENWHISK_AUTH, key));
        return new HttpTransport(TestPlatforms.openWhisk(config), null);
    }

    private Attempt attempt(int deployment, int timeoutMillis) {
        RequestEnvelope request =
                new RequestEnvelope(id, new Caller("a", List.of(), "h"), RequestLife.UNDATED, "stat", new byte[0]);
        return new Attempt(
                id,
                request.encode(),
                deployment,
                Duration.ofMillis(timeoutMillis),
                () -> request.asResubmission().encode());
    }
}
