package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

/** A caller of a platform's REST interface. */
final class TestPlatformClient {
    private final URI platform;
    private final String auth;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    TestPlatformClient(URI platform, String auth) {
        this.platform = platform;
        this.auth = auth;
    }

    /** Registers an action of this image. */
    JsonNode register(String name, String image, String code, String limits) throws Exception {
        String body = "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"" + image + "\",\"code\":\"" + code
                + "\"},\"limits\":" + limits + "}";
        return PlatformFixture.json(send("PUT", "/actions/" + name + "?overwrite=true", body));
    }

    void registerEcho(String name, int concurrency) throws Exception {
        register(name, "echo", "", "{\"memory\":256,\"logs\":0,\"concurrency\":" + concurrency + "}");
    }

    HttpResponse<String> send(String method, String path, String body) throws Exception {
        return send(request(method, path, body).build());
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, BodyHandlers.ofString());
    }

    HttpRequest.Builder request(String method, String path, String body) {
        String credentials = Base64.getEncoder().encodeToString(auth.getBytes(StandardCharsets.UTF_8));
        String full = path.startsWith("/admin") || path.equals("/metrics") ? path : "/api/v1/namespaces/_" + path;
        return HttpRequest.newBuilder(URI.create(platform + full))
                .timeout(Duration.ofSeconds(90))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    HttpResponse<String> invoke(String name, String query, String body) throws Exception {
        return send("POST", "/actions/" + name + "?blocking=true" + query, body);
    }

    JsonNode result(String name, String body) throws Exception {
        return PlatformFixture.json(invoke(name, "&result=true", body));
    }

    CompletableFuture<JsonNode> resultAsync(String name, String body) {
        return client.sendAsync(
                        request("POST", "/actions/" + name + "?blocking=true&result=true", body)
                                .build(),
                        BodyHandlers.ofString())
                .thenApply(PlatformFixture::json);
    }

    JsonNode admin() throws Exception {
        return PlatformFixture.json(send("GET", "/admin/instances", ""));
    }
}
