package io.lambdafs.container.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.Readiness;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of docs/platform-http.md, over real HTTP. */
final class PlainHttpServerTest {
    private static final String SECRET = "a-secret-of-the-test";
    private static final String BEARER = "Bearer " + SECRET;
    private static final int CONCURRENCY = 2;

    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch running = new CountDownLatch(CONCURRENCY);
    private final CountDownLatch go = new CountDownLatch(1);
    private volatile Readiness readiness = Readiness.READY;
    private volatile String name = "";
    private volatile boolean retired;
    private PlainHttpServer server;

    @BeforeEach
    void start() throws Exception {
        Map<String, String> environment = Map.of(
                "LAMBDAFS_FUNCTION", "namenode3",
                "LAMBDAFS_HTTP_HOST", "127.0.0.1",
                "PORT", "0",
                "LAMBDAFS_HTTP_CONCURRENCY", Integer.toString(CONCURRENCY),
                "LAMBDAFS_HTTP_SECRET", "sha256:" + SecretHash.sha256(SECRET) + "\n\nanother-secret-that-counts");
        server = PlainHttpServer.start(PlainHttpConfig.fromEnvironment(environment), new Function());
    }

    @AfterEach
    void stop() {
        go.countDown();
        server.close();
    }

    @Test
    void invocation_isTheFunctionsParameters_andItsResultTheAnswer() throws Exception {
        HttpResponse<String> answer = post("{\"say\":\"hello\"}");

        assertThat(name).isEqualTo("namenode3");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"said\":\"hello\"}");
        assertThat(answer.headers().firstValue("Content-Length")).hasValue("16");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    }

    @Test
    void metrics_areForCallersWithTheSecret() throws Exception {
        HttpResponse<String> answer =
                client.send(request("/metrics").header("Authorization", BEARER).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("counted_total 1\n");
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain; version=0.0.4");
        assertThat(client.send(request("/metrics").build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer wrong-secret-of-the-test", "Basic a-secret-of-the-test"})
    void withoutTheSecret_isRefused(String authorization) throws Exception {
        HttpRequest.Builder request = request("/").POST(BodyPublishers.ofString("{\"say\":\"hello\"}"));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(answer.body()).contains("\"error\"").doesNotContain("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer a-secret-of-the-test", "Bearer another-secret-that-counts"})
    void eachSecret_isAccepted(String authorization) throws Exception {
        assertThat(post("{\"say\":\"x\"}", authorization).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"GET,/,405", "PUT,/,405", "POST,/healthz,405", "POST,/run,404", "POST,/init,404", "GET,/other,404"})
    void otherRequests_areRefused(String method, String path, int status) throws Exception {
        HttpRequest request = request(path)
                .header("Authorization", BEARER)
                .method(method, BodyPublishers.ofString("{}"))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"error\":\"");
        assertThat(answer.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
    }

    @Test
    void badMessages_haveStatusesOfTheirOwn() throws Exception {
        assertThat(post("[]").statusCode()).isEqualTo(400);
        assertThat(post("{").statusCode()).isEqualTo(400);
        assertThat(post("{\"say\":\"" + "x".repeat(PlainHttpConfig.MAX_BODY_BYTES) + "\"}")
                        .statusCode())
                .isEqualTo(413);
        assertThat(post("{\"fail\":true}").statusCode()).isEqualTo(500);
        assertThat(post("{\"say\":\"still there\"}").statusCode()).isEqualTo(200);
    }

    @Test
    void aTooLargeAnswer_isAnError_thatSaysSo() throws Exception {
        HttpResponse<String> answer = post("{\"large\":true}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"error\"").contains("exceeded the allowed length");
    }

    @Test
    void moreThanTheBound_isRefused_whileProbesAreAnswered() throws Exception {
        CompletableFuture<HttpResponse<String>> first = postLater("{\"wait\":true}");
        CompletableFuture<HttpResponse<String>> second = postLater("{\"wait\":true}");
        running.await(60, TimeUnit.SECONDS);

        HttpResponse<String> third = post("{\"say\":\"me, too\"}");
        assertThat(third.statusCode()).isEqualTo(503);
        assertThat(third.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        go.countDown();
        assertThat(first.get(60, TimeUnit.SECONDS).body()).isEqualTo("{\"said\":\"waited\"}");
        assertThat(second.get(60, TimeUnit.SECONDS).body()).isEqualTo("{\"said\":\"waited\"}");
        assertThat(post("{\"say\":\"now\"}").statusCode()).isEqualTo(200);
    }

    @Test
    void anInstanceThatStarts_isNotReady_andRefusesWhatWaitedInVain() throws Exception {
        readiness = Readiness.starting("the store is not there");
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").body()).contains("the store is not there");
        assertThat(get("/healthz").statusCode()).isEqualTo(200);

        HttpResponse<String> answer = post("{\"say\":\"hello\"}");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.body()).contains("the store is not there");
    }

    @Test
    void anInvocation_waitsForAnInstanceThatStarts() throws Exception {
        readiness = Readiness.starting("soon");
        CompletableFuture<HttpResponse<String>> answer = postLater("{\"say\":\"hello\"}");
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        readiness = Readiness.READY;

        assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("{\"said\":\"hello\"}");
    }

    @Test
    void aRefusingFunction_isNotReady_andTellsCallersWhy() throws Exception {
        readiness = Readiness.refusing("wrong number");

        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(post("{\"say\":\"wrong number\"}").body()).isEqualTo("{\"said\":\"wrong number\"}");
    }

    @Test
    void draining_finishesWhatIsUnderWay_andRefusesTheRest() throws Exception {
        CompletableFuture<HttpResponse<String>> first = postLater("{\"wait\":true}");
        CompletableFuture<HttpResponse<String>> second = postLater("{\"wait\":true}");
        running.await(60, TimeUnit.SECONDS);
        CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> server.drain(Duration.ofSeconds(60)));
        while (get("/readyz").statusCode() == 200) {
            Thread.onSpinWait();
        }

        assertThat(drained).isNotDone();
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        go.countDown();
        assertThat(first.get(60, TimeUnit.SECONDS).body()).isEqualTo("{\"said\":\"waited\"}");
        assertThat(second.get(60, TimeUnit.SECONDS).body()).isEqualTo("{\"said\":\"waited\"}");
        drained.get(60, TimeUnit.SECONDS);
        HttpResponse<String> late = post("{\"say\":\"hello\"}");
        assertThat(late.statusCode()).isEqualTo(503);
        assertThat(late.headers().firstValue("Retry-After")).hasValue("0");
        assertThat(retired).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LAMBDAFS_HTTP_CONCURRENCY | 0 | LAMBDAFS_HTTP_CONCURRENCY must be a whole number within 1..1000, not 0",
                "LAMBDAFS_HTTP_GRACE_MILLIS | soon | LAMBDAFS_HTTP_GRACE_MILLIS must be a whole number",
                "PORT | 65536 | PORT must be a whole number within 0..65535, not 65536",
                "LAMBDAFS_FUNCTION | '' | set LAMBDAFS_FUNCTION to the name of the function",
                "LAMBDAFS_HTTP_SECRET | '' | set LAMBDAFS_HTTP_SECRET_FILE to a file",
                "LAMBDAFS_HTTP_SECRET | short | shorter than 16 characters",
                "LAMBDAFS_HTTP_SECRET | sha256:0 | but not 64 hexadecimal digits",
                "LAMBDAFS_HTTP_SECRET_FILE | /nowhere/secret | and not both",
            })
    void nonsense_isRefusedWithASentence(String variable, String value, String sentence) {
        Map<String, String> environment =
                new HashMap<>(Map.of("LAMBDAFS_FUNCTION", "namenode0", "LAMBDAFS_HTTP_SECRET", "a-secret-of-the-test"));
        environment.put(variable, value);

        assertThatThrownBy(() -> PlainHttpConfig.fromEnvironment(environment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private HttpResponse<String> post(String json) throws Exception {
        return post(json, BEARER);
    }

    private HttpResponse<String> post(String json, String authorization) throws Exception {
        return client.send(invocation(json, authorization), BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> postLater(String json) {
        return client.sendAsync(invocation(json, BEARER), BodyHandlers.ofString());
    }

    private HttpRequest invocation(String json, String authorization) {
        return request("/")
                .header("Authorization", authorization)
                .POST(BodyPublishers.ofString(json))
                .build();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path).GET().build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    /** Does what the parameters say. */
    private final class Function implements FunctionHandler {
        @Override
        public void init(InitRequest request) {
            name = request.name();
        }

        @Override
        public String metrics() {
            return "counted_total 1\n";
        }

        @Override
        public Readiness readiness() {
            return readiness;
        }

        @Override
        public void retire(Duration bound) {
            retired = true;
        }

        @Override
        public FunctionResult run(Invocation invocation) throws Exception {
            if (invocation.params().flag("fail")) {
                throw new IllegalStateException("failed");
            }
            if (invocation.params().flag("large")) {
                return FunctionResult.of(Map.of("said", "x".repeat(PlainHttpConfig.MAX_BODY_BYTES)));
            }
            if (invocation.params().flag("wait")) {
                running.countDown();
                go.await(60, TimeUnit.SECONDS);
                return FunctionResult.of(Map.of("said", "waited"));
            }
            Optional<String> say = invocation.params().text("say");
            return FunctionResult.of(Map.of("said", say.orElse("nothing")));
        }
    }
}
