package io.lambdafs.benchmark.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** What the function platform says of its instances; asked between measurements, never during one. */
public final class Platform {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http;
    private final ObjectMapper json = new ObjectMapper();
    private final String url;
    private final String authorization;

    /** The platform at a URL, with its key, {@code uuid:key}. */
    public Platform(String url, String key) {
        this(url, key, client().build());
    }

    private Platform(String url, String key, HttpClient http) {
        this.url = url;
        this.http = http;
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The platform of a stack.
     *
     * @param settings what the stack's clients have
     * @param key that of the platform's operator
     * @throws IOException if the certificates that clients trust cannot be read
     */
    public static Platform of(Configuration settings, String key) throws IOException {
        String url = settings.get("lambdafs.client.openwhisk.url", "http://127.0.0.1:3233");
        String trusted = settings.get("lambdafs.client.truststore", "");
        HttpClient http = trusted.isEmpty()
                ? client().build()
                : client().sslContext(TrustedCertificates.in(Path.of(trusted))).build();
        return new Platform(url, key, http);
    }

    /** The platform of a stack in simple mode, whose clients have the operator's key. */
    public static Platform of(Configuration settings) throws IOException {
        return of(settings, settings.get("lambdafs.client.openwhisk.auth", ""));
    }

    private static HttpClient.Builder client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
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

    /**
     * An instance as the pool has it.
     *
     * @param state {@code starting}, {@code warm}, {@code busy}, {@code paused} or {@code draining}
     * @param cpuTimeMillis CPU time since its start; 0 where the system does not tell
     */
    public record PooledInstance(
            long pid,
            String action,
            String state,
            int memoryMb,
            int cpuMillis,
            long startedMillis,
            long cpuTimeMillis) {}

    /**
     * The pool of instances at a moment.
     *
     * @param coldStarts since the platform's start
     * @param scaleOuts how often load made an instance start or continue, since then
     * @param evictions since then
     * @param queued calls that wait for a place
     * @param limitsEnforced whether instances cannot use more than their limits
     */
    public record Pool(
            long coldStarts,
            long scaleOuts,
            long evictions,
            int queued,
            boolean limitsEnforced,
            List<PooledInstance> instances) {
        public Pool {
            instances = List.copyOf(instances);
        }
    }

    /** What the platform says of its pool. */
    public Pool pool() throws IOException, InterruptedException {
        JsonNode pool = get("/admin/instances");
        List<PooledInstance> instances = new ArrayList<>();
        for (JsonNode node : pool.path("instances")) {
            instances.add(new PooledInstance(
                    node.path("pid").asLong(),
                    node.path("action").asText(),
                    node.path("state").asText(),
                    node.path("memoryMb").asInt(),
                    node.path("cpuMillis").asInt(),
                    node.path("started").asLong(),
                    node.path("cpuTimeMillis").asLong()));
        }
        return new Pool(
                pool.path("coldStarts").asLong(),
                pool.path("scaleOuts").asLong(),
                pool.path("evictions").asLong(),
                pool.path("queued").asInt(),
                pool.path("limitsEnforced").asBoolean(),
                instances);
    }

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

    /** The metrics of the platform and of all instances, in Prometheus' format. */
    public byte[] metrics() throws IOException, InterruptedException {
        return read("/metrics");
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return json.readTree(read(path));
    }

    private byte[] read(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(TIMEOUT)
                .header("Authorization", authorization)
                .build();
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException(url + path + " answered with status " + response.statusCode());
        }
        return response.body();
    }
}
