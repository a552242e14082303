package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a function that answers plain HTTP, and what stands in front of it, mean by each answer. */
final class PlainHttpTest {
    private static final String SECRET = "the-functions-secret";

    private final RequestId id = new RequestId(UUID.randomUUID(), 1);
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String body = "";
    private volatile Map<String, String> headers = Map.of();
    private HttpServer server;

    @TempDir
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        byte[] envelope = ResponseEnvelope.success(id, new byte[] {7}).encode(ResponseEnvelope.VERSION);
        body = "{\"response\":\"" + Base64.getEncoder().encodeToString(envelope) + "\"}";
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().getFirst("Authorization") + " "
                        + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                headers.forEach(exchange.getResponseHeaders()::set);
                FakePlatform.reply(exchange, status, body);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aCall_isAPostToTheFunctionsAddress_withTheSecret() throws Exception {
        assertThat(transport().send(attempt(3)).payload()).containsExactly(7);

        assertThat(asked).hasSize(1);
        assertThat(asked.get(0))
                .startsWith("POST /namenode3/3/ Bearer " + SECRET + " {")
                .contains("\"request\":\"");
    }

    @Test
    void theSecret_mayBeInAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "  of-the-file-and-long\nanother line\n");
        transport(Map.of(ClientKey.FUNCTION_SECRET_FILE, file.toString(), ClientKey.FUNCTION_SECRET, ""))
                .send(attempt(0));

        assertThat(asked.get(0)).contains(" Bearer of-the-file-and-long {");
    }

    @Test
    void aSecretFileThatIsMissingOrEmpty_isNamed() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty"), "\n");
        for (Path file : List.of(directory.resolve("nowhere"), empty)) {
            assertThatThrownBy(() -> transport(
                            Map.of(ClientKey.FUNCTION_SECRET_FILE, file.toString(), ClientKey.FUNCTION_SECRET, "")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("put the functions' secret there");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "202, FINAL, IO_ERROR, answers later",
        "301, FINAL, IO_ERROR, redirects to https://elsewhere/",
        "302, FINAL, IO_ERROR, function-url",
        "307, FINAL, IO_ERROR, function-url",
        "308, FINAL, IO_ERROR, function-url",
        "400, FINAL, MALFORMED_REQUEST, does not understand this client",
        "401, FINAL, UNAUTHENTICATED, lambdafs.client.function-secret",
        "403, FINAL, UNAUTHENTICATED, refuses access",
        "404, NO_SUCH_FUNCTION, IO_ERROR, namenode0",
        "405, FINAL, IO_ERROR, answered 405",
        "413, FINAL, TOO_LARGE, takes no request of this size",
        "429, THROTTLED, IO_ERROR, refuses the call",
        "500, LOST, IO_ERROR, failed",
        "502, LOST, IO_ERROR, failed",
        "503, BUSY, IO_ERROR, is busy",
        "504, LOST, IO_ERROR, failed",
    })
    void statuses_sayWhatToDoNext(int answered, Kind kind, ErrorCode code, String text) throws Exception {
        headers = Map.of("Location", "https://elsewhere/");
        TransportException failure = afterAnswer(answered, "{\"error\":\"because\"}");

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure).hasMessageContaining(text);
        assertThat(asked).hasSize(1);
    }

    @Test
    void whatIsBusy_saysWhenToComeBack_andWhatEnds_thatAnotherOneIsThere() throws Exception {
        headers = Map.of("Retry-After", "7");
        TransportException busy = afterAnswer(503, "{}");
        headers = Map.of("Retry-After", "0");
        TransportException ending = afterAnswer(503, "{}");
        headers = Map.of("Retry-After", "3");
        TransportException limited = afterAnswer(429, "{}");

        assertThat(busy.kind()).isEqualTo(Kind.BUSY);
        assertThat(busy.retryAfterMillis()).isEqualTo(7000);
        assertThat(ending.kind()).isEqualTo(Kind.LOST);
        assertThat(limited.retryAfterMillis()).isEqualTo(3000);
    }

    @Test
    void anErrorOfTheFunction_isNoAnswer() throws Exception {
        TransportException large = afterAnswer(
                200, "{\"error\":\"The action produced a response that exceeded the allowed length: 2 > 1\"}");
        TransportException malformed =
                afterAnswer(200, "{\"error\":\"version 9\",\"errorCode\":\"MALFORMED_REQUEST\"}");

        assertThat(large.kind()).isEqualTo(Kind.FINAL);
        assertThat(large.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(malformed.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
        assertThat(afterAnswer(200, "{\"error\":\"of memory\"}").kind()).isEqualTo(Kind.LOST);
    }

    @Test
    void halfAnswers_areNone() throws Exception {
        for (String half : List.of("", "{\"respo", "[]", "{}", "{\"response\":\"AAAA\"}", "<html>")) {
            assertThat(afterAnswer(200, half).kind()).as(half).isEqualTo(Kind.GARBLED);
        }
    }

    @Test
    void anAnswerThatBreaksOff_isLost_andTheRequestIsSentOnce() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread half = new Thread(() -> answerHalf(listener));
            half.start();
            HttpTransport transport = transport(
                    Map.of(ClientKey.FUNCTION_URL, "http://127.0.0.1:" + listener.getLocalPort() + "/{number}"));

            assertThat(failure(transport).kind()).isEqualTo(Kind.LOST);
            half.join(60_000);
        }
    }

    private static void answerHalf(ServerSocket listener) {
        try (Socket connection = listener.accept()) {
            byte[] buffer = new byte[4096];
            int read = connection.getInputStream().read(buffer);
            assertThat(read).isPositive();
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"response\":"
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nobodyListening_isLost_andAHostThatDoesNotExist_isNoFunction() throws Exception {
        server.stop(0);

        assertThat(failure(transport()).kind()).isEqualTo(Kind.LOST);
        TransportException unknown = failure(transport(Map.of(ClientKey.FUNCTION_URL, "http://{function}.invalid/")));
        assertThat(unknown.kind()).isEqualTo(Kind.NO_SUCH_FUNCTION);
        assertThat(unknown).hasMessageContaining("namenode0.invalid").hasMessageContaining("function-url");
    }

    @Test
    void theNumberOfFunctions_isTheFirstOnes_untilItHasAnswered() throws Exception {
        ClientConfig config = config(Map.of());
        DeploymentCount count = new DeploymentCount(
                PlatformKind.HTTP.open(config, new SystemEnvironment()), 0, StackSharing.withinJvm());

        assertThat(count.get(Duration.ofSeconds(10))).isEqualTo(1);
        assertThat(count.corrected(4)).isTrue();
        assertThat(count.get(Duration.ofSeconds(10))).isEqualTo(4);
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PLATFORM, knative, 'must be one of openwhisk, http'",
        "FUNCTION_URL, http://namenode.example.org, 'must have {function} or {number} in it'",
        "FUNCTION_URL, '', 'must have {function} or {number} in it'",
        "FUNCTION_URL, ftp://{function}/, 'is not of the form http://'",
        "FUNCTION_URL, 'http://{function} /', 'Illegal character'",
        "FUNCTION_SECRET, '', 'set this to a file with the functions'' secret'",
        "FUNCTION_SECRET_FILE, /some/file, 'and not both'",
    })
    void nonsense_isRefusedWithASentence(ClientKey key, String value, String sentence) {
        assertThatThrownBy(() -> config(Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private TransportException afterAnswer(int answered, String text) throws Exception {
        status = answered;
        body = text;
        return failure(transport());
    }

    private TransportException failure(HttpTransport transport) {
        return catchThrowableOfType(TransportException.class, () -> transport.send(attempt(0)));
    }

    private HttpTransport transport() throws IOException {
        return transport(Map.of());
    }

    private HttpTransport transport(Map<ClientKey, String> more) throws IOException {
        return new HttpTransport(PlatformKind.HTTP.open(config(more), new SystemEnvironment()), null);
    }

    private ClientConfig config(Map<ClientKey, String> more) {
        Map<ClientKey, String> values = new java.util.EnumMap<>(ClientKey.class);
        values.put(ClientKey.PLATFORM, "http");
        values.put(
                ClientKey.FUNCTION_URL,
                "http://127.0.0.1:" + server.getAddress().getPort() + "/{function}/{number}/");
        values.put(ClientKey.FUNCTION_SECRET, SECRET);
        values.putAll(more);
        return new ClientConfig(values);
    }

    private Attempt attempt(int deployment) {
        RequestEnvelope request =
                new RequestEnvelope(id, new Caller("a", List.of(), "h"), RequestLife.UNDATED, "stat", new byte[0]);
        return new Attempt(
                id,
                request.encode(),
                deployment,
                Duration.ofSeconds(10),
                () -> request.asResubmission().encode());
    }
}
