package io.lambdafs.client.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.client.hedge.Cancellation;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.platform.aws.AwsCredentialsSource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One table of what each kind of platform means by the same answers: the kinds of failures, and what to do. */
final class AnswersOfPlatformsTest {
    private static final Map<String, String> KEY = Map.of("AWS_ACCESS_KEY_ID", "ID", "AWS_SECRET_ACCESS_KEY", "secret");

    private final AtomicInteger posts = new AtomicInteger();
    private volatile Answer answer = new Answer(200, "", 0, Map.of());
    private HttpServer server;

    /**
     * What the platform answers.
     *
     * @param missing bytes that the body lacks of what is announced
     */
    private record Answer(int status, String body, int missing, Map<String, String> headers) {
        void send(HttpExchange exchange) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            headers.forEach(exchange.getResponseHeaders()::set);
            int announced = bytes.length + missing;
            exchange.sendResponseHeaders(status, announced == 0 ? -1 : announced);
            OutputStream out = exchange.getResponseBody();
            out.write(bytes);
            out.flush();
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                if (exchange.getRequestMethod().equals("POST")) {
                    posts.incrementAndGet();
                }
                answer.send(exchange);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest(name = "{0} answers {1} {2} {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // Too many calls, and a busy platform: come back, and when.
                "openwhisk | 429 | {\"error\":\"Too many requests\"}   |                | THROTTLED IO_ERROR 0 | Too many requests",
                "http      | 429 | {\"error\":\"too many\"}            | Retry-After: 3 | THROTTLED IO_ERROR 3000 | too many",
                "lambda    | 429 | {\"Message\":\"Rate exceeded\"}     | Retry-After: 3 | THROTTLED IO_ERROR 3000 | Rate exceeded",
                "openwhisk | 503 | {\"error\":\"no invokers\"}         | Retry-After: 7 | BUSY IO_ERROR 7000 | no invokers",
                "http      | 503 | {\"error\":\"is starting\"}         | Retry-After: 1 | BUSY IO_ERROR 1000 | is starting",
                "http      | 503 | upstream connect error              |                | BUSY IO_ERROR 0 | status 503",
                "http      | 503 | {\"error\":\"is shutting down\"}    | Retry-After: 0 | LOST IO_ERROR 0 | asks to be called again",
                "lambda    | 503 | {\"Message\":\"Unavailable\"}       | Retry-After: 2 | BUSY IO_ERROR 2000 | Unavailable",
                "lambda    | 409 | {\"Message\":\"being updated\"}     |                | BUSY IO_ERROR 0 | being updated",
                // A crash, and a gateway that lost its backend: the request may have been carried out, and is sent
                // again.
                "openwhisk | 502 | {\"error\":\"exited unexpectedly\"} |                | LOST IO_ERROR 0 | exited unexpectedly",
                "http      | 502 | <html>Bad Gateway</html>            |                | LOST IO_ERROR 0 | status 502",
                "http      | 504 | <html>Gateway Timeout</html>        |                | LOST IO_ERROR 0 | status 504",
                "lambda    | 502 | {\"Message\":\"internal\"}          |                | LOST IO_ERROR 0 | internal",
                "lambda    | 200 | {\"errorMessage\":\"exited\"}       | X-Amz-Function-Error: Unhandled | LOST IO_ERROR 0 | exited",
                "openwhisk | 500 |                                     |                | LOST IO_ERROR 0 | status 500",
                // Accepted: only OpenWhisk says where the result will be.
                "openwhisk | 202 | {\"activationId\":\"../secrets\"}   |                | GARBLED IO_ERROR 0 | without an activation id",
                "openwhisk | 202 | {\"activationId\":\"0af\"}           |                | TIMED_OUT IO_ERROR 0 | 0af",
                "http      | 202 |                                     |                | FINAL IO_ERROR 0 | lambdafs.client.function-url",
                "lambda    | 202 |                                     |                | FINAL IO_ERROR 0 | answered 202",
                // Too large, either way: what to do about it.
                "openwhisk | 413 | {\"error\":\"Request larger\"}      |                | FINAL TOO_LARGE 0 | lambdafs.client.tcp.bind-address",
                "http      | 413 | nginx                               |                | FINAL TOO_LARGE 0 | lambdafs.client.tcp.bind-address",
                "lambda    | 413 | {\"message\":\"6291556 bytes\"}     |                | FINAL TOO_LARGE 0 | Ask for less at a time",
                "openwhisk | 502 | {\"error\":\"response that exceeded the allowed length: 2 > 1 bytes\"} | | FINAL TOO_LARGE 0 | lambdafs.client.tcp.bind-address",
                "http      | 200 | {\"error\":\"response that exceeded the allowed length: 2 > 1 bytes\"} | | FINAL TOO_LARGE 0 | ask for less at a time",
                "lambda    | 200 | {\"errorMessage\":\"Response payload size exceeded\"} | X-Amz-Function-Error: Unhandled | FINAL TOO_LARGE 0 | Ask for less at a time",
                // Answers that are none.
                "openwhisk | 200 | {\"respo                            |                | GARBLED IO_ERROR 0 | no valid JSON",
                "http      | 200 | <html>welcome</html>                |                | GARBLED IO_ERROR 0 | no valid JSON",
                "lambda    | 200 | {}                                  |                | GARBLED IO_ERROR 0 | no response",
            })
    void sameAnswers_meanWhatTheirPlatformMeans(
            String platform, int status, String body, String header, String meaning, String text) {
        answer = new Answer(status, body == null ? "" : body, 0, header(header));

        TransportException failure = failure(platform);

        assertThat(failure.kind() + " " + failure.code() + " " + failure.retryAfterMillis())
                .isEqualTo(meaning);
        assertThat(failure).hasMessageContaining(text);
        assertThat(posts).as("only the caller sends a request again").hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({"openwhisk, 200", "openwhisk, 502", "http, 200", "http, 503", "lambda, 200", "lambda, 429"})
    void halfOfAnAnswer_isNone(String platform, int status) {
        answer = new Answer(status, "{\"response\":\"Bw==\"}", 50, Map.of());

        assertThat(failure(platform).kind()).isEqualTo(Kind.LOST);
        assertThat(posts).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({"openwhisk", "http", "lambda"})
    void anEndlessAnswer_isCutOff(String platform) {
        answer = new Answer(200, " ".repeat(BoundedHttp.MAX_BODY_BYTES + 1), 0, Map.of());

        assertThat(failure(platform).kind()).isEqualTo(Kind.LOST);
        assertThat(posts).hasValue(1);
    }

    private static Map<String, String> header(String line) {
        return line == null ? Map.of() : Map.of(line.split(": ", 2)[0], line.split(": ", 2)[1]);
    }

    private TransportException failure(String name) {
        FunctionCall call =
                new FunctionCall(0, "{}".getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(10), new Cancellation());
        return catchThrowableOfType(
                TransportException.class, () -> platform(name).invoke(call));
    }

    private FunctionPlatform platform(String name) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        BoundedHttp http = new BoundedHttp(4, Duration.ofSeconds(2), PlatformTrust.OF_JAVA);
        return switch (name) {
            case "openwhisk" -> new OpenWhiskPlatform(url, "Basic key", http, clock(), millis -> {});
            case "http" -> new PlainHttpPlatform(url + "/{function}", "Bearer secret", http);
            default ->
                new LambdaPlatform(
                        url,
                        "eu-central-1",
                        "lambdafs-{function}",
                        new AwsCredentialsSource(KEY, "/nowhere"),
                        http,
                        () -> Instant.parse("2026-11-25T12:00:00Z"));
        };
    }

    /** In which each look takes a second: what is waited for is given up soon. */
    private static LongSupplier clock() {
        AtomicInteger seconds = new AtomicInteger();
        return () -> Duration.ofSeconds(seconds.getAndIncrement()).toNanos();
    }
}
