package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A platform with real processes, and a caller of its REST interface. */
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

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final LocalPlatform platform;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    PlatformFixture(PlatformConfig config) throws IOException {
        platform = LocalPlatform.start(config);
    }

    static PlatformConfig config(Path dataDir) {
        return PlatformConfig.defaults(dataDir)
                .withImages(Map.of(
                        "echo",
                        ECHO,
                        "false",
                        new Image(List.of("/bin/sh", "-c", "exit 7"), Map.of()),
                        "missing",
                        new Image(List.of("/nonexistent/program"), Map.of())));
    }

    LocalPlatform platform() {
        return platform;
    }

    /** Registers an action of this image. */
    JsonNode register(String name, String image, String code, String limits) throws Exception {
        String body = "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"" + image + "\",\"code\":\"" + code
                + "\"},\"limits\":" + limits + "}";
        return MAPPER.readTree(
                send("PUT", "/actions/" + name + "?overwrite=true", body).body());
    }

    void registerEcho(String name, int concurrency) throws Exception {
        register(name, "echo", "", "{\"memory\":256,\"logs\":0,\"concurrency\":" + concurrency + "}");
    }

    HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(request(method, path, body).build(), BodyHandlers.ofString());
    }

    HttpRequest.Builder request(String method, String path, String body) {
        String auth = Base64.getEncoder().encodeToString(PlatformConfig.GUEST_AUTH.getBytes(StandardCharsets.UTF_8));
        String full = path.startsWith("/admin") ? path : "/api/v1/namespaces/_" + path;
        return HttpRequest.newBuilder(URI.create(platform.uri() + full))
                .timeout(Duration.ofSeconds(90))
                .header("Authorization", "Basic " + auth)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, BodyHandlers.ofString());
    }

    HttpResponse<String> invoke(String name, String query, String body) throws Exception {
        return send("POST", "/actions/" + name + "?blocking=true" + query, body);
    }

    JsonNode result(String name, String body) throws Exception {
        return json(invoke(name, "&result=true", body));
    }

    CompletableFuture<JsonNode> resultAsync(String name, String body) {
        return client.sendAsync(
                        request("POST", "/actions/" + name + "?blocking=true&result=true", body)
                                .build(),
                        BodyHandlers.ofString())
                .thenApply(PlatformFixture::json);
    }

    JsonNode admin() throws Exception {
        return json(send("GET", "/admin/instances", ""));
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

    /** Asks until the answer is as wished, for at most 20 seconds. */
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
