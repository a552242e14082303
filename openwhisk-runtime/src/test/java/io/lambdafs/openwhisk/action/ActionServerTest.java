package io.lambdafs.openwhisk.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ActionServerTest {
    private static final String SENTINEL = "XXX_THE_END_OF_A_WHISK_ACTIVATION_XXX\n";
    private static final String INIT =
            "{\"value\":{\"name\":\"n\",\"code\":\"\",\"env\":{\"__OW_ACTIVATION_ID\":\"a\"}}}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CyclicBarrier both = new CyclicBarrier(2);
    private ActionServer server;

    @BeforeEach
    void start() throws Exception {
        server = start(true);
    }

    private ActionServer start(boolean sentinels) throws Exception {
        return start(new InstanceSecret("me", ""), sentinels);
    }

    private ActionServer start(InstanceSecret secret, boolean sentinels) throws Exception {
        ActionServerConfig config = new ActionServerConfig("127.0.0.1", 0, 8, 4096, secret, sentinels);
        FunctionHandler handler = new FunctionHandler() {
            @Override
            public void init(InitRequest request) {
                if (request.name().equals("bad")) {
                    throw new IllegalStateException("bad name");
                }
            }

            @Override
            public FunctionResult run(Invocation activation) throws Exception {
                return answer(activation);
            }
        };
        return ActionServer.start(
                config,
                handler,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private FunctionResult answer(Invocation activation) throws Exception {
        JsonObject params = activation.params();
        return switch (params.text("do").orElse("")) {
            case "throw" -> throw new IllegalStateException("thrown");
            case "large" -> FunctionResult.of(Map.of("large", "x".repeat(5000)));
            case "meet" -> FunctionResult.of(Map.of("arrived", both.await(10, TimeUnit.SECONDS)));
            default -> FunctionResult.of(params.fields());
        };
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void run_afterInit_echoesEveryKindOfJson() throws Exception {
        assertThat(post("/init", INIT).statusCode()).isEqualTo(200);
        String value = "{\"s\":\"\\u00e9\\n\",\"n\":-1,\"big\":123456789012345678901,\"f\":1.5,\"b\":true,\"z\":null,"
                + "\"l\":[1,[\"x\"],{}],\"o\":{\"k\":\"v\"}}";
        HttpResponse<String> reply = post("/run", "{\"value\":" + value + ",\"deadline\":\"99\"}");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo(value.replace("\\u00e9", "\u00e9"));
        assertThat(reply.headers().firstValue("content-length")).isPresent();
        assertThat(reply.headers().firstValue("transfer-encoding")).isEmpty();
    }

    @Test
    void init_aSecondTime_isRefused() throws Exception {
        post("/init", INIT);
        HttpResponse<String> again = post("/init", INIT);
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).isEqualTo("{\"error\":\"Cannot initialize the action more than once.\"}");
    }

    @Test
    void init_thatFails_isReportedAndLeavesTheActionUninitialized() throws Exception {
        HttpResponse<String> failed = post("/init", "{\"value\":{\"name\":\"bad\"}}");
        assertThat(failed.statusCode()).isEqualTo(502);
        assertThat(failed.body()).contains("bad name");
        assertThat(post("/run", "{}").statusCode()).isEqualTo(502);
    }

    @Test
    void run_beforeInit_isRefused() throws Exception {
        HttpResponse<String> reply = post("/run", "{\"value\":{}}");
        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body()).isEqualTo("{\"error\":\"Cannot invoke an uninitialized action.\"}");
    }

    @Test
    void malformedMessages_areAnsweredWithAnErrorAndDoNoHarm() throws Exception {
        String[] malformed = {
            "nonsense",
            "[]",
            "{\"value\":[]}",
            "{\"value\":{}} x",
            "{\"value\":",
            "\"text\"",
            "\u0000",
            "{\"value\":".repeat(100) + "1" + "}".repeat(100)
        };
        for (String body : malformed) {
            HttpResponse<String> init = post("/init", body);
            assertThat(init.statusCode()).as(body).isEqualTo(400);
            assertThat(init.body()).startsWith("{\"error\":\"Malformed /init");
        }
        post("/init", INIT);
        for (String body : malformed) {
            assertThat(post("/run", body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(post("/run", "{\"deadline\":\"soon\"}").statusCode()).isEqualTo(400);
        assertThat(post("/run", "{\"value\":{\"a\":1}}").body()).isEqualTo("{\"a\":1}");
    }

    @Test
    void oversizedMessages_areRefused() throws Exception {
        post("/init", INIT);
        assertThat(post("/run", "{\"value\":{\"a\":\"" + "x".repeat(5000) + "\"}}")
                        .statusCode())
                .isEqualTo(413);
        HttpResponse<String> large = post("/run", "{\"value\":{\"do\":\"large\"}}");
        assertThat(large.statusCode()).isEqualTo(200);
        assertThat(large.body())
                .startsWith("{\"error\":\"The action produced a response that exceeded the allowed length: 5012 >");
    }

    @Test
    void messageFarAboveTheBound_isAnsweredAlthoughTheCallerIsStillSending() throws Exception {
        post("/init", INIT);
        assertThat(post("/run", "x".repeat(4 << 20)).statusCode()).isEqualTo(413);
    }

    @Test
    void exceptionOfTheHandler_isA502WithItsMessage() throws Exception {
        post("/init", INIT);
        HttpResponse<String> reply = post("/run", "{\"value\":{\"do\":\"throw\"}}");
        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body()).isEqualTo("{\"error\":\"The action failed: IllegalStateException: thrown\"}");
    }

    @Test
    void runs_atOnce_areServedAtOnce() throws Exception {
        post("/init", INIT);
        CompletableFuture<HttpResponse<String>> first =
                client.sendAsync(request("/run", "{\"value\":{\"do\":\"meet\"}}"), BodyHandlers.ofString());
        HttpResponse<String> second = post("/run", "{\"value\":{\"do\":\"meet\"}}");
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(first.join().statusCode()).isEqualTo(200);
    }

    @Test
    void shuttingDown_isAnsweredWith503() throws Exception {
        post("/init", INIT);
        server.refuseNewActivations();
        assertThat(post("/run", "{}").statusCode()).isEqualTo(503);
        assertThat(post("/init", INIT).statusCode()).isEqualTo(503);
    }

    @Test
    void sentinels_followEachRunOnBothStreams() throws Exception {
        post("/init", INIT);
        post("/run", "{}");
        post("/run", "{}");
        server.close(5);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(SENTINEL + SENTINEL);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(SENTINEL + SENTINEL);
    }

    @Test
    void sentinels_switchedOff_areNotWritten() throws Exception {
        server.close();
        server = start(false);
        post("/init", INIT);
        post("/run", "{}");
        server.close(5);
        assertThat(out.size()).isZero();
    }

    @Test
    void otherMethods_areRefused() throws Exception {
        HttpRequest get = HttpRequest.newBuilder(uri("/run")).GET().build();
        assertThat(client.send(get, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }

    @Test
    void call_forAnotherInstance_isRefusedAndChangesNothing() throws Exception {
        assertThat(postTo("you", "/init", INIT).statusCode()).isEqualTo(421);
        assertThat(postTo("me", "/init", INIT).statusCode()).isEqualTo(200);
        assertThat(postTo("you", "/run", "{\"value\":{}}").statusCode()).isEqualTo(421);
        assertThat(postTo("", "/run", "{\"value\":{}}").statusCode()).isEqualTo(421);
        assertThat(postTo("me", "/run", "{\"value\":{}}").statusCode()).isEqualTo(200);
    }

    @Test
    void call_thatNamesNoInstance_isRefusedAndChangesNothing() throws Exception {
        for (String path : new String[] {"/init", "/run"}) {
            HttpRequest unnamed = HttpRequest.newBuilder(uri(path))
                    .POST(BodyPublishers.ofString(INIT))
                    .build();
            HttpResponse<String> refused = client.send(unnamed, BodyHandlers.ofString());
            assertThat(refused.statusCode()).as(path).isEqualTo(421);
            assertThat(refused.body()).contains("does not name this instance");
        }
        assertThat(out.size()).as("marks of ends in the log").isZero();
        assertThat(post("/init", INIT).statusCode()).isEqualTo(200);
    }

    @Test
    void containersSecret_isAskedForInTheCodeOfInitAndInAParameterOfRun() throws Exception {
        server.close();
        server = start(new InstanceSecret("", InstanceSecret.sha256("secret:1")), true);
        for (String code : new String[] {"", ",\"code\":\"\"", ",\"code\":\"secret:2\"", ",\"code\":7"}) {
            HttpResponse<String> refused = post("/init", "{\"value\":{\"name\":\"it\"" + code + "}}");
            assertThat(refused.statusCode()).as(code).isEqualTo(401);
            assertThat(refused.body()).contains("lambdafs image");
        }
        assertThat(post("/run", "{\"value\":{\"action-secret\":\"secret:1\"}}").statusCode())
                .as("before it is initialised")
                .isEqualTo(502);
        assertThat(post("/init", "{\"value\":{\"name\":\"it\",\"code\":\"secret:1\"}}")
                        .statusCode())
                .isEqualTo(200);
        for (String parameters : new String[] {"{}", "{\"action-secret\":\"secret:2\"}", "{\"action-secret\":{}}"}) {
            HttpResponse<String> refused = post("/run", "{\"value\":" + parameters + "}");
            assertThat(refused.statusCode()).as(parameters).isEqualTo(401);
            assertThat(refused.body()).contains("action-secret");
        }
        assertThat(post("/run", "{\"value\":{\"action-secret\":\"secret:1\"}}").statusCode())
                .isEqualTo(200);
    }

    private HttpResponse<String> postTo(String instance, String path, String body) throws Exception {
        HttpRequest named = HttpRequest.newBuilder(uri(path))
                .header("X-Action-Instance", instance)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(named, BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(uri(path))
                .header("X-Action-Instance", "me")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return client.send(request(path, body), BodyHandlers.ofString());
    }
}
