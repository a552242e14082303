package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.openwhisk.platform.process.Image;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A platform with real processes, and its caller. */
final class PlatformFixture implements AutoCloseable {
    static final Image ECHO = new Image(
            List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-Xshare:auto",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    EchoAction.class.getName()),
            Map.of("GREETING", "port {port}"));

    /** Of callers who may only invoke. */
    static final String CALLERS_KEY = "callers:0123456789";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final LocalPlatform platform;
    private final TestPlatformClient client;

    PlatformFixture(PlatformConfig config) throws IOException {
        platform = LocalPlatform.start(config);
        client = new TestPlatformClient(platform.uri(), platform.auth());
    }

    static PlatformConfig config(Path dataDir) {
        return PlatformConfig.defaults(dataDir)
                .withCallersAuth(CALLERS_KEY)
                .withImages(Map.of(
                        "echo",
                        ECHO,
                        "greedy",
                        greedy(),
                        "clash",
                        clashing(dataDir),
                        "false",
                        new Image(List.of("/bin/sh", "-c", "exit 7"), Map.of()),
                        "missing",
                        new Image(List.of("/nonexistent/program"), Map.of())));
    }

    /** An echo that may take much memory outside of its heap. */
    private static Image greedy() {
        List<String> command = new ArrayList<>(ECHO.command());
        command.add(1, "-XX:MaxDirectMemorySize=1g");
        return new Image(command, Map.of());
    }

    /** Ends once before it listens, as a process does whose port was taken meanwhile; is an echo after that. */
    private static Image clashing(Path dataDir) {
        List<String> command = new ArrayList<>(
                List.of("/bin/sh", "-c", "mkdir '" + dataDir.resolve("clashed") + "' && exit 1; exec \"$@\"", "sh"));
        command.addAll(ECHO.command());
        return new Image(command, Map.of());
    }

    LocalPlatform platform() {
        return platform;
    }

    JsonNode register(String name, String image, String code, String limits) throws Exception {
        return client.register(name, image, code, limits);
    }

    void registerEcho(String name, int concurrency) throws Exception {
        client.registerEcho(name, concurrency);
    }

    HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(method, path, body);
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request);
    }

    HttpRequest.Builder request(String method, String path, String body) {
        return client.request(method, path, body);
    }

    HttpResponse<String> invoke(String name, String query, String body) throws Exception {
        return client.invoke(name, query, body);
    }

    JsonNode result(String name, String body) throws Exception {
        return client.result(name, body);
    }

    CompletableFuture<JsonNode> resultAsync(String name, String body) {
        return client.resultAsync(name, body);
    }

    JsonNode admin() throws Exception {
        return client.admin();
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + response.body(), e);
        }
    }

    static JsonNode annotation(JsonNode activation, String key) {
        for (JsonNode annotation : activation.path("annotations")) {
            if (annotation.path("key").asText().equals(key)) {
                return annotation.path("value");
            }
        }
        return MAPPER.missingNode();
    }

    /** Asks until the answer is the expected one, for at most 20 seconds. */
    static <T> T await(Callable<T> question, Predicate<T> wished) throws Exception {
        T answer = question.call();
        for (int i = 0; i < 4_000 && !wished.test(answer); i++) {
            Thread.sleep(5);
            answer = question.call();
        }
        if (!wished.test(answer)) {
            throw new AssertionError("still: " + answer);
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        platform.close();
    }
}
