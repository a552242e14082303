package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.metrics.Samples;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.testkit.metrics.ExpositionCheck;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a platform tells Prometheus. */
final class MetricsTest {
    @TempDir
    private Path directory;

    @Test
    void metrics_countWhatWasCalled_alsoOfAPausedInstance() throws Exception {
        PlatformConfig config = PlatformFixture.config(directory)
                .withPool(PoolSettings.defaults().withIdleTimes(3_000, 600_000));
        try (PlatformFixture fixture = new PlatformFixture(config)) {
            fixture.registerEcho("counted", 4);
            fixture.registerEcho("idle", 4);
            String before = metrics(fixture);
            for (int i = 0; i < 3; i++) {
                fixture.result("counted", "{}");
            }
            fixture.invoke("counted", "", "{\"do\":\"fail\"}");
            String running = metrics(fixture);
            fixture.invoke("counted", "", "{}");
            PlatformFixture.await(() -> fixture.admin().at("/instances/0/state").asText(), "paused"::equals);
            String paused = metrics(fixture);

            assertThat(ExpositionCheck.problems(before)).isEmpty();
            assertThat(ExpositionCheck.problems(running)).isEmpty();
            assertThat(ExpositionCheck.problems(paused)).isEmpty();
            assertThat(sum(before, "lambdafs_platform_activations_total")).isZero();
            assertThat(running)
                    .contains(
                            "lambdafs_platform_activations_total{deployment=\"counted\",outcome=\"success\"} 3\n",
                            "lambdafs_platform_activations_total{deployment=\"counted\",outcome=\"application_error\"} 1\n",
                            "lambdafs_platform_activation_duration_seconds_count{deployment=\"counted\"} 4\n",
                            "lambdafs_platform_instances{deployment=\"idle\",state=\"warm\"} 0\n",
                            "echoes_total{deployment=\"counted\",instance_id=\"1\"} 4\n")
                    .doesNotContain("nonsense", "1000000");
            assertThat(sum(running, "lambdafs_platform_cold_starts_total")).isEqualTo(1);
            assertThat(paused)
                    .contains(
                            "lambdafs_platform_instances{deployment=\"counted\",state=\"paused\"} 1\n",
                            "echoes_total{deployment=\"counted\",instance_id=\"1\"} 5\n");
        }
    }

    @Test
    void metrics_needTheKey() throws Exception {
        try (PlatformFixture fixture = new PlatformFixture(PlatformFixture.config(directory))) {
            URI uri = URI.create(fixture.platform().uri() + "/metrics");
            assertThat(fixture.send(HttpRequest.newBuilder(uri).build()).statusCode())
                    .isEqualTo(401);
            assertThat(fixture.send("POST", "/metrics", "{}").statusCode()).isEqualTo(405);
        }
    }

    private static String metrics(PlatformFixture fixture) throws Exception {
        HttpResponse<String> answer = fixture.send("GET", "/metrics", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        return answer.body();
    }

    private static double sum(String text, String name) {
        return Samples.parse(text).sum(name);
    }
}
