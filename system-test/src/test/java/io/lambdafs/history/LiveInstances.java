package io.lambdafs.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** The function instances of a system, as its platform tells them. */
final class LiveInstances {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Set<String> READY = Set.of("warm", "busy", "paused");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final Path dataDir;

    LiveInstances(Path dataDir) {
        this.dataDir = dataDir;
    }

    /** The process ids of those that have been started and not ended. */
    List<Long> pids() throws IOException, InterruptedException {
        List<Long> pids = new ArrayList<>();
        for (JsonNode instance : ask().path("instances")) {
            long pid = instance.path("pid").asLong();
            if (pid > 1) {
                pids.add(pid);
            }
        }
        return pids;
    }

    /** How many of each function are there to take calls, of those whose processes live. */
    Map<String, Integer> living() throws IOException, InterruptedException {
        Map<String, Integer> living = new TreeMap<>();
        for (JsonNode instance : ask().path("instances")) {
            if (READY.contains(instance.path("state").asText())
                    && ProcessHandle.of(instance.path("pid").asLong()).isPresent()) {
                living.merge(instance.path("action").asText(), 1, Integer::sum);
            }
        }
        return living;
    }

    /** How many were started since the platform was. */
    long coldStarts() throws IOException, InterruptedException {
        return ask().path("coldStarts").asLong();
    }

    private JsonNode ask() throws IOException, InterruptedException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(dataDir.resolve("client.properties"))) {
            properties.load(reader);
        }
        String auth = properties.getProperty("lambdafs.client.openwhisk.auth");
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(properties.getProperty("lambdafs.client.openwhisk.url") + "/admin/instances"))
                .timeout(TIMEOUT)
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(auth.getBytes(StandardCharsets.UTF_8)))
                .build();
        return new ObjectMapper()
                .readTree(http.send(request, BodyHandlers.ofString()).body());
    }
}
