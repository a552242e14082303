package io.lambdafs.client.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.lambdafs.client.hedge.Cancellation;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.platform.aws.AwsCredentialsSource;
import io.lambdafs.wire.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each answer of AWS Lambda means. */
final class LambdaPlatformTest {
    private static final Map<String, String> KEY =
            Map.of("AWS_ACCESS_KEY_ID", "ID", "AWS_SECRET_ACCESS_KEY", "secret", "AWS_SESSION_TOKEN", "token");

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String body = "{\"response\":\"Bw==\"}";
    private volatile Map<String, String> headers = Map.of();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().getFirst("X-Amz-Invocation-Type") + " "
                        + exchange.getRequestHeaders().getFirst("Authorization") + " "
                        + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                headers.forEach(exchange.getResponseHeaders()::set);
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aCall_isASignedInvocation_whoseAnswerIsWaitedFor() throws Exception {
        assertThat(platform(KEY).invoke(call("{\"a\":1}"))).containsExactly(7);

        assertThat(asked).hasSize(1);
        assertThat(asked.get(0))
                .startsWith("POST /2015-03-31/functions/lambdafs-namenode3/invocations RequestResponse AWS4-HMAC-SHA256"
                        + " Credential=ID/20261125/eu-central-1/lambda/aws4_request,"
                        + " SignedHeaders=host;x-amz-date;x-amz-invocation-type;x-amz-security-token, Signature=")
                .endsWith(" {\"a\":1}");
    }

    @ParameterizedTest
    @CsvSource({
        "403, ExpiredTokenException, FINAL, UNAUTHENTICATED, Renew them",
        "403, AccessDeniedException, FINAL, UNAUTHENTICATED, lambda:InvokeFunction",
        "403, InvalidSignatureException:http://internal/, FINAL, UNAUTHENTICATED, clock of this machine",
        "404, ResourceNotFoundException, NO_SUCH_FUNCTION, IO_ERROR, lambdafs-namenode3",
        "409, ResourceConflictException, BUSY, IO_ERROR, is not ready",
        "413, RequestTooLargeException, FINAL, TOO_LARGE, Ask for less at a time",
        "429, TooManyRequestsException, THROTTLED, IO_ERROR, refuses the call",
        "400, InvalidRequestContentException, FINAL, IO_ERROR, answered 400",
        "500, ServiceException, LOST, IO_ERROR, failed",
        "502, EC2UnexpectedException, LOST, IO_ERROR, failed",
        "503, ServiceUnavailable, BUSY, IO_ERROR, is busy",
        "202, None, FINAL, IO_ERROR, answered 202",
    })
    void statuses_sayWhatToDoNext(int answered, String type, Kind kind, ErrorCode code, String text) {
        status = answered;
        headers = Map.of("x-amzn-ErrorType", type, "Retry-After", "2");
        body = "{\"Type\":\"User\",\"message\":\"because\"}";
        TransportException failure = failure(platform(KEY), "{}");

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure).hasMessageContaining(text);
        assertThat(failure.retryAfterMillis()).isEqualTo(answered == 429 || answered == 503 ? 2000 : 0);
    }

    @Test
    void aFunctionThatFails_isAskedAgain_unlessItsAnswerIsTooLarge() {
        headers = Map.of("X-Amz-Function-Error", "Unhandled");
        body = "{\"errorMessage\":\"RequestId: 1 Error: Runtime exited\",\"errorType\":\"Runtime.ExitError\"}";
        assertThat(failure(platform(KEY), "{}").kind()).isEqualTo(Kind.LOST);

        body = "{\"errorMessage\":\"Response payload size exceeded maximum allowed payload size (6291556 bytes).\","
                + "\"errorType\":\"Function.ResponseSizeTooLarge\"}";
        TransportException failure = failure(platform(KEY), "{}");
        assertThat(failure.kind()).isEqualTo(Kind.FINAL);
        assertThat(failure.code()).isEqualTo(ErrorCode.TOO_LARGE);
    }

    @Test
    void halfAnswers_areNone() {
        for (String half : List.of("", "{\"respo", "[]", "{}", "null")) {
            body = half;
            assertThat(failure(platform(KEY), "{}").kind()).as(half).isEqualTo(Kind.GARBLED);
        }
    }

    @Test
    void withoutCredentials_nothingIsAsked() {
        TransportException failure = failure(platform(Map.of("AWS_SHARED_CREDENTIALS_FILE", "/nowhere")), "{}");

        assertThat(failure.kind()).isEqualTo(Kind.FINAL);
        assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(asked).isEmpty();
    }

    @Test
    void aRequestAboveLambdasLimit_isRefusedBeforeItIsSent() {
        TransportException failure = failure(platform(KEY), "x".repeat(LambdaPlatform.MAX_EVENT_BYTES + 1));

        assertThat(failure.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(failure).hasMessageContaining("Ask for less at a time");
        assertThat(asked).isEmpty();
    }

    private TransportException failure(LambdaPlatform platform, String event) {
        return catchThrowableOfType(TransportException.class, () -> platform.invoke(call(event)));
    }

    private static FunctionCall call(String event) {
        return new FunctionCall(3, event.getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(10), new Cancellation());
    }

    private LambdaPlatform platform(Map<String, String> environment) {
        return new LambdaPlatform(
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "eu-central-1",
                "lambdafs-{function}",
                new AwsCredentialsSource(environment, "/nowhere"),
                new BoundedHttp(4, Duration.ofSeconds(2), PlatformTrust.OF_JAVA),
                () -> Instant.parse("2026-11-25T12:00:00Z"));
    }
}
