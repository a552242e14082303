package io.lambdafs.benchmark.harness.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.process.Platform;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ServerWatchTest {
    private static final int SECONDS = 2;

    /** Metrics in which all counters have grown by so many steps. */
    private static byte[] text(int steps) {
        return String.join(
                        "\n",
                        "# TYPE lambdafs_platform_instances gauge",
                        "lambdafs_platform_instances{deployment=\"namenode0\",state=\"warm\"} 2",
                        "lambdafs_platform_instances{deployment=\"namenode0\",state=\"paused\"} 7",
                        "lambdafs_platform_instances{deployment=\"namenode1\",state=\"busy\"} 1",
                        "lambdafs_platform_cold_starts_total " + steps,
                        "lambdafs_platform_queued_calls 4",
                        "lambdafs_platform_memory_bytes 805306368",
                        "lambdafs_platform_cpu_cores 0.9",
                        "lambdafs_instance_cpu_seconds_total{instance_id=\"1\"} " + steps * 0.25,
                        "lambdafs_instance_cpu_seconds_total{instance_id=\"" + (steps + 1) + "\"} 0.5",
                        "lambdafs_cache_hits_total{instance_id=\"1\"} " + steps * 100,
                        "lambdafs_cache_hits_total{instance_id=\"2\"} " + steps * 10,
                        "lambdafs_busy_seconds_total{instance_id=\"1\"} " + steps * 0.5,
                        "lambdafs_platform_activations_total{outcome=\"success\"} " + steps * 5,
                        "lambdafs_resident_memory_bytes{instance_id=\"1\"} 104857600",
                        "")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void countersOfAllInstances_areSummed_andThoseOfInstancesThatEndedDoNotCountBackwards() {
        ServerReading before = PlatformReading.parse(text(1)).reading();
        ServerReading after = PlatformReading.parse(text(3)).reading();

        assertThat(after.growth(before, "server_cache_hits")).isEqualTo(220);
        assertThat(after.growth(before, "server_cold_starts")).isEqualTo(2);
        // Instance 1 used 0.5 s, instance 2 has ended and instance 4 is new.
        assertThat(after.growth(before, "server_instance_cpu_ms")).isEqualTo(1_000);
        assertThat(after.levels())
                .containsEntry("server_instances", 3L)
                .containsEntry("server_instances_namenode0", 2L)
                .containsEntry("server_instances_namenode1", 1L)
                .containsEntry("server_queued_calls", 4L)
                .containsEntry("server_instance_rss_mb", 100L);
    }

    @Test
    void cost_isThatOfThePapersPrices() throws IOException {
        Map<String, Long> cost = PlatformReading.parse(text(2)).cost(PlatformReading.parse(text(1)), 1, Prices.paper());

        // 300 millicores are 530.7 MB; three instances for a second, or busy for half a second, and five calls.
        double instance = 530.7 / 1024 * 0.0000166667 * 1e9;
        assertThat(cost)
                .hasEntrySatisfying(
                        "server_cost_by_presence_nano_usd",
                        nanos -> assertThat((double) nanos).isCloseTo(3 * instance, within(2.0)))
                .hasEntrySatisfying(
                        "server_cost_by_use_nano_usd",
                        nanos -> assertThat((double) nanos).isCloseTo(0.5 * instance + 1_000, within(2.0)));
    }

    @Test
    void eachSecondOfAPhase_hasWhatTheServersDid() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            byte[] body = text(asked.incrementAndGet());
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        PhaseResult phase = new PhaseResult("phase");
        phase.second(SECONDS - 1);
        try {
            Platform platform =
                    new Platform("http://127.0.0.1:" + server.getAddress().getPort(), "uuid:key");
            try (ServerWatch watch = new ServerWatch(
                    Optional.of(platform),
                    List.of(ProcessHandle.current().pid()),
                    Optional.of(Prices.paper()),
                    0,
                    TimeUnit.MILLISECONDS.toNanos(200))) {
                while (asked.get() <= SECONDS + 1) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                watch.addTo(phase);
            }
        } finally {
            server.stop(0);
        }

        assertThat(phase.seconds()).hasSize(SECONDS);
        for (int i = 0; i < SECONDS; i++) {
            assertThat(phase.seconds().get(i).counts())
                    .containsEntry("server_cache_hits", 110L)
                    .containsEntry("server_http_calls", 5L)
                    .containsEntry("server_instances_namenode0", 2L)
                    .containsKey("server_cpu_ms");
            assertThat(phase.seconds().get(i).counts().get("server_rss_mb")).isPositive();
        }
        assertThat(phase.seconds().get(1).counts().get("server_cost_by_use_nano_usd"))
                .isGreaterThan(phase.seconds().get(0).counts().get("server_cost_by_use_nano_usd"));
    }
}
