package io.lambdafs.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.gateway.ClientProgram;
import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prometheus itself reads every process of a running system, and evaluates the alerts. Without Prometheus, and without Go to build it, the test
 * is skipped.
 */
@Tag("promtool")
@Timeout(value = 35, unit = TimeUnit.MINUTES)
final class PrometheusTest {
    private static final Duration BUILD_BOUND = Duration.ofMinutes(30);
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Stack stack = SharedStack.get();
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private java.nio.file.Path directory;

    private URI prometheus = URI.create("http://127.0.0.1/");

    @Test
    void prometheus_readsEveryProcess_andEvaluatesTheAlerts() throws Exception {
        ClientProgram.Ended search = ClientProgram.findTool("prometheus", BUILD_BOUND);
        assumeThat(search.noTool()).as(search.errors().strip()).isFalse();
        List<String> jobs = configure();
        Process process = start(search.require().strip());
        try {
            Await.until("Prometheus has read each process", BOUND, () -> {
                use();
                require(process);
                return healthOfTargets()
                        .equals(jobs.stream().map(job -> job + " up").toList());
            });
            Await.until(
                    "it has what clients did",
                    BOUND,
                    () -> !isEmpty("sum(lambdafs_operations_total{kind=\"read\"}) > 0")
                            // Only a native histogram has this.
                            && !isEmpty(
                                    "histogram_count(lambdafs_operation_duration_seconds{method=\"getFileInfo\"}) > 0")
                            && !isEmpty(
                                    "histogram_count(lambdafs_gateway_call_duration_seconds{method=\"getFileInfo\"}) > 0")
                            && !isEmpty("histogram_quantile(0.99, sum by (le)"
                                    + " (lambdafs_operation_duration_seconds_bucket{kind=\"read\"})) > 0")
                            && !isEmpty("lambdafs_gateway_unread_bytes")
                            && !isEmpty("{__name__=~\"housekeeping_.*\"}"));
            Await.until(
                    "it has evaluated the alerts",
                    BOUND,
                    () -> healthOfRules().stream().noneMatch("unknown"::equals));
            assertThat(healthOfRules()).hasSizeGreaterThan(10).containsOnly("ok");
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Has clients do something, with the plugin and without. */
    private void use() throws IOException {
        try (FileSystem client = stack.newClient();
                FileSystem other = Gateways.client(Gateways.settings(stack))) {
            client.getFileStatus(new Path("/"));
            other.getFileStatus(new Path("/"));
        }
    }

    /** Writes the configuration that the documentation shows; returns the names of its jobs. */
    private List<String> configure() throws IOException {
        List<String> jobs = new ArrayList<>();
        StringBuilder text = new StringBuilder("global: {scrape_interval: 1s, evaluation_interval: 1s}\n");
        text.append("rule_files: [")
                .append(CheckoutSources.root().toAbsolutePath().resolve("docs/prometheus/alerts.yml"))
                .append("]\nscrape_configs:\n");
        String[] key = Files.readString(stack.dataDir().resolve("conf/platform.key"))
                .strip()
                .split(":", 2);
        URI platform = URI.create(stack.hadoopConfiguration().get("lambdafs.client.openwhisk.url"));
        jobs.add(job(text, "lambdafs", platform.getAuthority(), "/metrics"));
        text.append("    basic_auth: {username: '" + key[0] + "', password: '" + key[1] + "'}\n");
        jobs.add(job(text, "lambdafs-gateway", Gateways.httpAddress(stack, 0).getAuthority(), "/prom"));
        jobs.add(job(text, "lambdafs-datanode", dataNode(), "/prom"));
        if (stack.ownStore().equals(Optional.of(OwnStore.ROCKS))) {
            jobs.add(job(
                    text, "lambdafs-store", SystemMetricsTest.engineUri(stack).getAuthority(), "/metrics"));
        }
        Files.writeString(directory.resolve("prometheus.yml"), text);
        jobs.sort(null);
        return jobs;
    }

    private static String job(StringBuilder text, String name, String address, String path) {
        text.append("  - job_name: " + name + "\n    metrics_path: " + path + "\n    static_configs: [{targets: ['"
                + address + "']}]\n    scrape_native_histograms: true\n    always_scrape_classic_histograms: true\n");
        return name;
    }

    private String dataNode() throws IOException {
        try (DistributedFileSystem client = Gateways.client(Gateways.settings(stack))) {
            DatanodeInfo node = client.getDataNodeStats()[0];
            return node.getIpAddr() + ":" + node.getInfoPort();
        }
    }

    private Process start(String program) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        prometheus = URI.create("http://127.0.0.1:" + port + "/");
        return new ProcessBuilder(
                        program,
                        "--config.file=" + directory.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
    }

    private void require(Process process) throws IOException {
        if (!process.isAlive()) {
            throw new IOException("Prometheus has ended: " + Files.readString(directory.resolve("prometheus.log")));
        }
    }

    private List<String> healthOfTargets() throws IOException, InterruptedException {
        List<String> health = new ArrayList<>();
        ask("targets?state=active")
                .path("activeTargets")
                .forEach(target -> health.add(target.path("labels").path("job").asText() + " "
                        + target.path("health").asText()
                        + target.path("lastError").asText()));
        health.sort(null);
        return health;
    }

    private List<String> healthOfRules() throws IOException, InterruptedException {
        List<String> health = new ArrayList<>();
        ask("rules")
                .path("groups")
                .forEach(group -> group.path("rules")
                        .forEach(rule -> health.add(rule.path("health").asText())));
        return health;
    }

    private boolean isEmpty(String expression) throws IOException, InterruptedException {
        return ask("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .path("result")
                .isEmpty();
    }

    /** What Prometheus' interface answers; nothing while it starts. */
    private JsonNode ask(String path) throws IOException, InterruptedException {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(prometheus.resolve("api/v1/" + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? json.readTree(response.body()).path("data") : json.missingNode();
        } catch (java.net.ConnectException starting) {
            return json.missingNode();
        }
    }
}
