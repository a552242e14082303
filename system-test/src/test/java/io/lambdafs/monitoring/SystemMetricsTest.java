package io.lambdafs.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.metrics.Sample;
import io.lambdafs.metrics.Samples;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.metrics.ExpositionCheck;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a running system tells Prometheus. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class SystemMetricsTest {
    /** What Prometheus asks for that scrapes native histograms. */
    private static final String PROTOBUF = "application/vnd.google.protobuf;"
            + "proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    private static final Pattern FAMILY = Pattern.compile("(?m)^# TYPE (\\S+) ");
    private static final Pattern NAME = Pattern.compile("\\blambdafs_[a-z_]+");
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| (`lambdafs_[^|]+)\\|");

    private final Stack stack = SharedStack.get();

    @Test
    void operations_areCountedOnce_andTheTextIsInOrder() throws Exception {
        String root = "/metrics-" + System.nanoTime();
        try (FileSystem client = stack.newClient()) {
            client.mkdirs(new Path(root));
            client.getFileStatus(new Path(root));
            String before = metrics();
            for (int i = 0; i < 3; i++) {
                client.mkdirs(new Path(root + "/" + i));
            }
            for (int i = 0; i < 5; i++) {
                client.getFileStatus(new Path(root + "/0"));
            }
            Assertions.assertThatThrownBy(() -> client.getFileStatus(new Path(root + "/absent")))
                    .isInstanceOf(IOException.class);
            String after = metrics();

            assertThat(ExpositionCheck.problems(before)).isEmpty();
            assertThat(ExpositionCheck.problems(after)).isEmpty();
            // A client may send a request that seems to be lost a second time, and says so.
            long again = growth(before, after, "lambdafs_resubmissions_total", Map.of());
            assertThat(operations(before, after, "mkdirs", "success")).isBetween(3L, 3 + again);
            // A file that is not there is an answer, not a failure.
            assertThat(operations(before, after, "getFileInfo", "success")).isBetween(6L, 6 + again);
            assertThat(growth(before, after, "lambdafs_operation_duration_seconds_count", Map.of("method", "mkdirs")))
                    .isBetween(3L, 3 + again);
            assertThat(growth(
                            before,
                            after,
                            "lambdafs_store_transaction_duration_seconds_count",
                            Map.of("kind", "write")))
                    .isGreaterThanOrEqualTo(3);
            assertThat(growth(before, after, "lambdafs_cache_hits_total", Map.of())
                            + growth(before, after, "lambdafs_cache_misses_total", Map.of()))
                    .isGreaterThanOrEqualTo(6);
            client.delete(new Path(root), true);
        }
    }

    @Test
    void prometheusItself_findsNothingWrong() throws Exception {
        PrometheusLint lint = PrometheusLint.build();
        assertThat(lint.problems("# TYPE operations counter\noperations 1\n"))
                .contains("counter metrics should have \"_total\" suffix");
        try (FileSystem client = stack.newClient()) {
            client.exists(new Path("/"));
        }
        assertThat(lint.problems(metrics())).isEmpty();
        assertThat(lint.problems(gatewayMetrics())).isEmpty();
        if (stack.ownStore().equals(Optional.of(OwnStore.ROCKS))) {
            assertThat(lint.problems(engineMetrics())).isEmpty();
        }
    }

    @Test
    void prometheusItself_readsNativeHistograms() throws Exception {
        PrometheusLint lint = PrometheusLint.build();
        try (FileSystem client = stack.newClient()) {
            client.exists(new Path("/"));
        }
        try (FileSystem client = Gateways.client(Gateways.settings(stack))) {
            client.exists(new Path("/"));
        }
        byte[] platform = stack.askPlatform("/metrics", PROTOBUF);
        assertThat(lint.problems(platform)).isEmpty();
        assertThat(lint.nativeHistograms(platform))
                .anyMatch(line -> line.matches("lambdafs_operation_duration_seconds deployment=namenode\\d"
                        + " instance_id=\\d+ kind=read method=getFileInfo schema=2 count=[1-9]\\d*"))
                .anyMatch(line -> line.startsWith("lambdafs_platform_activation_duration_seconds "));
        byte[] gateway = get(Gateways.httpAddress(stack, 0).resolve("/prom"), PROTOBUF);
        // Hadoop's metrics come with it, and have their own style.
        assertThat(lint.problems(gateway).lines().filter(line -> line.contains("lambdafs_")))
                .isEmpty();
        assertThat(lint.nativeHistograms(gateway))
                .anyMatch(line -> line.matches(
                        "lambdafs_gateway_call_duration_seconds method=getFileInfo schema=2 count=[1-9]\\d*"));
        if (stack.ownStore().equals(Optional.of(OwnStore.ROCKS))) {
            byte[] engine = get(engineUri(stack), PROTOBUF);
            assertThat(lint.problems(engine)).isEmpty();
            assertThat(lint.nativeHistograms(engine))
                    .anyMatch(line -> line.startsWith("lambdafs_engine_sync_duration_seconds schema=2 "));
        }
    }

    @Test
    void page_alertsAndBoard_nameWhatIsExposed() throws Exception {
        try (FileSystem client = stack.newClient()) {
            Path made = new Path("/metrics-" + System.nanoTime());
            client.mkdirs(made);
            client.delete(made, true);
        }
        Set<String> exposed = families(metrics());
        assertThat(exposed).contains("lambdafs_operations_total", "lambdafs_platform_cold_starts_total");
        if (stack.ownStore().equals(Optional.of(OwnStore.ROCKS))) {
            exposed.addAll(families(engineMetrics()));
        } else {
            // Only the engine and its adapter count them.
            exposed.add("lambdafs_store_round_trip_duration_seconds");
            documented().stream()
                    .filter(name -> name.startsWith("lambdafs_engine_"))
                    .forEach(exposed::add);
        }
        families(gatewayMetrics()).stream()
                .filter(name -> name.startsWith("lambdafs_"))
                .forEach(exposed::add);
        assertThat(documented()).isEqualTo(exposed);
        for (String file : List.of("docs/prometheus/alerts.yml", "docs/grafana/lambdafs.json")) {
            Set<String> used = NAME.matcher(
                            Files.readString(CheckoutSources.root().resolve(file)))
                    .results()
                    .map(MatchResult::group)
                    .map(name -> name.replaceAll("_(bucket|count|sum)$", ""))
                    .collect(Collectors.toSet());
            assertThat(used).as(file).hasSizeGreaterThanOrEqualTo(8).isSubsetOf(exposed);
        }
    }

    @Test
    void gateway_countsTheCallsOfItsClients() throws Exception {
        Path root = new Path("/metrics-" + System.nanoTime());
        try (FileSystem client = Gateways.client(Gateways.settings(stack))) {
            client.mkdirs(root);
            String before = gatewayMetrics();
            for (int i = 0; i < 3; i++) {
                client.getFileStatus(root);
            }
            Assertions.assertThatThrownBy(() -> client.mkdirs(new Path(root, "x".repeat(256))))
                    .isInstanceOf(IOException.class);
            String after = gatewayMetrics();

            assertThat(ExpositionCheck.problems(ownOf(after))).isEmpty();
            assertThat(calls(before, after, "getFileInfo", "success")).isEqualTo(3);
            assertThat(calls(before, after, "mkdirs", "user_error")).isEqualTo(1);
            assertThat(growth(
                            before,
                            after,
                            "lambdafs_gateway_call_duration_seconds_count",
                            Map.of("method", "getFileInfo")))
                    .isEqualTo(3);
            assertThat(Samples.parse(ownOf(after)).sum("lambdafs_gateway_connections"))
                    .isPositive();
            client.delete(root, true);
        }
    }

    @Test
    void engine_countsWhatItIsAskedFor() throws Exception {
        assumeThat(stack.ownStore()).isEqualTo(Optional.of(OwnStore.ROCKS));
        Path root = new Path("/metrics-" + System.nanoTime());
        String before = engineMetrics();
        try (FileSystem client = stack.newClient()) {
            client.mkdirs(root);
            client.delete(root, true);
        }
        String after = engineMetrics();

        assertThat(ExpositionCheck.problems(after)).isEmpty();
        assertThat(growth(before, after, "lambdafs_engine_commits_total", Map.of()))
                .isGreaterThanOrEqualTo(2);
        assertThat(growth(before, after, "lambdafs_engine_sync_duration_seconds_count", Map.of()))
                .isGreaterThanOrEqualTo(2);
        assertThat(growth(before, after, "lambdafs_engine_operation_duration_seconds_count", Map.of("kind", "commit")))
                .isGreaterThanOrEqualTo(2);
        assertThat(growth(before, after, "lambdafs_engine_operations_total", Map.of("outcome", "success")))
                .isGreaterThanOrEqualTo(4);
        Samples now = Samples.parse(after);
        assertThat(now.sum("lambdafs_engine_inodes")).isPositive();
        assertThat(now.sum("lambdafs_engine_directory_bytes")).isPositive();
    }

    private static Set<String> families(String text) {
        return FAMILY.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Without Hadoop's metrics of the process, which come first. */
    private static String ownOf(String page) {
        return page.substring(page.indexOf("# HELP lambdafs_"));
    }

    private String gatewayMetrics() throws IOException, InterruptedException {
        return ownOf(get(Gateways.httpAddress(stack, 0).resolve("/prom")));
    }

    private String engineMetrics() throws IOException, InterruptedException {
        return get(engineUri(stack));
    }

    /** Where the process of the embedded engine serves its metrics. */
    static URI engineUri(Stack stack) throws IOException {
        try (Stream<String> log = Files.lines(stack.dataDir().resolve("logs/store.log"))) {
            String ready = log.filter(line -> line.startsWith("ready "))
                    .reduce((earlier, later) -> later)
                    .orElseThrow();
            return URI.create(ready.split(" ", -1)[2]).resolve("/metrics");
        }
    }

    private static String get(URI uri) throws IOException, InterruptedException {
        return new String(get(uri, "*/*"), StandardCharsets.UTF_8);
    }

    private static byte[] get(URI uri, String accept) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri).header("Accept", accept).build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).as(uri.toString()).isEqualTo(200);
        return response.body();
    }

    private static long calls(String before, String after, String method, String outcome) {
        return growth(before, after, "lambdafs_gateway_calls_total", Map.of("method", method, "outcome", outcome));
    }

    private static Set<String> documented() throws IOException {
        Set<String> documented = new TreeSet<>();
        DOCUMENTED
                .matcher(Files.readString(CheckoutSources.root().resolve("docs/monitoring.md")))
                .results()
                .forEach(cell -> NAME.matcher(cell.group(1)).results().forEach(name -> documented.add(name.group())));
        return documented;
    }

    private String metrics() throws IOException {
        return stack.askPlatform("/metrics");
    }

    private static long operations(String before, String after, String method, String outcome) {
        return growth(before, after, "lambdafs_operations_total", Map.of("method", method, "outcome", outcome));
    }

    /** How much the series with these labels have grown, those of instances that have ended left out. */
    private static long growth(String before, String after, String name, Map<String, String> labels) {
        Map<Map<String, String>, Double> earlier = new HashMap<>();
        Samples.parse(before).of(name).forEach(sample -> earlier.put(sample.labels(), sample.value()));
        double growth = 0;
        for (Sample sample : Samples.parse(after).of(name)) {
            if (sample.labels().entrySet().containsAll(labels.entrySet())) {
                growth += sample.value() - earlier.getOrDefault(sample.labels(), 0.0);
            }
        }
        return Math.round(growth);
    }
}
