package io.lambdafs.badinput;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.Stack;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;

/** An instance of {@code namenode0} that runs, and the ways to it: the platform's interface and its own port. */
final class LiveNameNode {
    static final String ACTION = "namenode0";

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int OK = 200;

    private final ObjectMapper mapper = new ObjectMapper();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(BOUND)
            .build();
    private final UUID client = UUID.randomUUID();
    private final AtomicLong requests = new AtomicLong();
    private final String platform;
    private final String key;
    private final long pid;
    private final int port;
    private final String secretName;

    private LiveNameNode(String platform, String key) throws IOException {
        this.platform = platform;
        this.key = key;
        if (!callPlatform(request("getFileInfo", root())).succeeded()) {
            throw new IOException("the root cannot be read");
        }
        JsonNode instance = instances().get(0);
        pid = instance.path("pid").asLong();
        port = instance.path("port").asInt();
        secretName = secretName(pid);
    }

    /** One of this system. */
    static LiveNameNode of(Stack stack) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(stack.dataDir().resolve("client.properties"))) {
            properties.load(in);
        }
        return new LiveNameNode(
                properties.getProperty("lambdafs.client.openwhisk.url"),
                properties.getProperty("lambdafs.client.openwhisk.auth"));
    }

    /** Which only the user can read who runs the instance. */
    private static String secretName(long pid) throws IOException {
        String variable = "ACTION_INSTANCE=";
        return Arrays.stream(
                        Files.readString(Path.of("/proc/" + pid + "/environ")).split("\0", -1))
                .filter(assignment -> assignment.startsWith(variable))
                .map(assignment -> assignment.substring(variable.length()))
                .findFirst()
                .orElseThrow(() -> new IOException("instance " + pid + " has no name"));
    }

    private List<JsonNode> instances() throws IOException {
        JsonNode pool =
                mapper.readTree(send(toPlatform("/admin/instances", key).GET()).body());
        List<JsonNode> found = new ArrayList<>();
        pool.path("instances").forEach(instance -> {
            if (instance.path("action").asText().endsWith(ACTION)) {
                found.add(instance);
            }
        });
        return found;
    }

    /** Whether the same process is there and answers. */
    boolean isHealthy() throws IOException {
        return instances().stream().anyMatch(instance -> instance.path("pid").asLong() == pid)
                && call("getFileInfo", root()).succeeded();
    }

    static byte[] root() {
        return GetFileInfoRequestProto.newBuilder().setSrc("/").build().toByteArray();
    }

    RequestEnvelope request(String method, byte[] payload) {
        Caller caller = new Caller(System.getProperty("user.name"), List.of(), "127.0.0.1");
        RequestId id = new RequestId(client, requests.incrementAndGet());
        RequestLife life = RequestLife.of(System.currentTimeMillis(), BOUND.toMillis());
        return new RequestEnvelope(id, caller, life, method, payload);
    }

    /** Has the instance itself execute a method. */
    ResponseEnvelope call(String method, byte[] payload) throws IOException {
        String parameters = parameters(request(method, payload), "");
        return response(post("/run", "{\"value\":" + parameters + "}"));
    }

    private ResponseEnvelope callPlatform(RequestEnvelope request) throws IOException {
        return response(invoke(ACTION, parameters(request, "")));
    }

    /** Has the instance answer a request and connect back to this endpoint with this secret. */
    ResponseEnvelope offerTcp(String endpoint, byte[] secret) throws IOException {
        return response(post("/run", "{\"value\":" + withOffer(endpoint, secret) + "}"));
    }

    /** As {@link #offerTcp} with an endpoint that may be none; returns the HTTP status. */
    int offer(String endpoint) throws IOException {
        return post("/run", "{\"value\":" + withOffer(endpoint, new byte[32]) + "}")
                .statusCode();
    }

    private String withOffer(String endpoint, byte[] secret) {
        String tcp = ",\"tcp\":{\"client\":\"" + UUID.randomUUID() + "\",\"endpoints\":[\"" + endpoint
                + "\"],\"secret\":\"" + Base64.getUrlEncoder().encodeToString(secret) + "\"}";
        return parameters(request("getFileInfo", root()), tcp);
    }

    private static String parameters(RequestEnvelope request, String more) {
        return "{\"request\":\"" + Base64.getEncoder().encodeToString(request.encode()) + "\"" + more + "}";
    }

    private ResponseEnvelope response(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != OK) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        String encoded = mapper.readTree(answer.body()).path("response").asText();
        try {
            return ResponseEnvelope.decode(Base64.getDecoder().decode(encoded));
        } catch (MalformedEnvelopeException e) {
            throw new IOException(answer.body(), e);
        }
    }

    /** Sends a body to the instance's own port. */
    HttpResponse<String> post(String path, String body) throws IOException {
        return post(path, body.getBytes(StandardCharsets.UTF_8));
    }

    HttpResponse<String> post(String path, byte[] body) throws IOException {
        return post(path, body, secretName);
    }

    /** Sends a body to the instance's own port, as a caller that takes this for the instance's secret name. */
    HttpResponse<String> post(String path, byte[] body, String instance) throws IOException {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("X-Action-Instance", instance)
                .POST(BodyPublishers.ofByteArray(body)));
    }

    /** Invokes an action by the platform's interface. */
    HttpResponse<String> invoke(String action, String parameters) throws IOException {
        return invoke(action, parameters, key);
    }

    HttpResponse<String> invoke(String action, String parameters, String withKey) throws IOException {
        String path = "/api/v1/namespaces/_/actions/" + action + "?blocking=true&result=true";
        return send(toPlatform(path, withKey).POST(BodyPublishers.ofString(parameters)));
    }

    private HttpRequest.Builder toPlatform(String path, String withKey) {
        String credentials = Base64.getEncoder().encodeToString(withKey.getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create(platform + path))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return http.send(request.timeout(BOUND).build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The text of an answer's field {@code error}; empty if it has none. */
    String error(HttpResponse<String> answer) throws IOException {
        return mapper.readTree(answer.body()).path("error").asText();
    }
}
