package io.lambdafs.benchmark.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** What the function platform says of its instances; asked between measurements, never during one. */
public final class Platform {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ObjectMapper json = new ObjectMapper();
    private final String url;
    private final String authorization;

    /** The platform at a URL, with its key, {@code uuid:key}. */
    public Platform(String url, String key) {
        this.url = url;
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A function instance.
     *
     * @param startedMillis when its process was spawned, by the machine's clock
     * @param activations how often it was invoked by HTTP
     */
    public record Instance(long pid, long startedMillis, long activations) {}

    /**
     * What the platform recorded of an invocation.
     *
     * @param initMillis waiting for the new process and initialising it; 0 for a warm instance
     * @param durationMillis with the initialisation
     */
    public record Activation(long initMillis, long durationMillis) {}

    public List<Instance> instances() throws IOException, InterruptedException {
        List<Instance> instances = new ArrayList<>();
        for (JsonNode node : get("/admin/instances").path("instances")) {
            instances.add(new Instance(
                    node.path("pid").asLong(),
                    node.path("started").asLong(),
                    node.path("activations").asLong()));
        }
        return instances;
    }

    /** The newest activation. */
    public Activation lastActivation() throws IOException, InterruptedException {
        JsonNode newest =
                get("/api/v1/namespaces/_/activations?limit=1&docs=true").path(0);
        long init = 0;
        for (JsonNode annotation : newest.path("annotations")) {
            if (annotation.path("key").asText().equals("initTime")) {
                init = annotation.path("value").asLong();
            }
        }
        return new Activation(init, newest.path("duration").asLong());
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(TIMEOUT)
                .header("Authorization", authorization)
                .build();
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException(url + path + " answered with status " + response.statusCode());
        }
        return json.readTree(response.body());
    }
}
