package io.lambdafs.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.metrics.Change;
import io.lambdafs.metrics.Exposition;
import io.lambdafs.metrics.MetricsText;
import io.lambdafs.metrics.Quantile;
import io.lambdafs.metrics.Sample;
import io.lambdafs.metrics.Samples;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PictureTest {
    private static final String[] ONE = {"deployment", "namenode0", "instance_id", "1"};

    @Test
    void picture_hasTheRatesOfTheTimeBetweenTwoReadings() {
        LatencyHistogram latency = new LatencyHistogram();
        latency.record(30_000);
        Samples before = Samples.parse(reading(latency, 100, 1));
        for (int i = 0; i < 400; i++) {
            latency.record(100_000);
        }
        String picture = String.join("\n", lines(before, Samples.parse(reading(latency, 500, 3))));

        assertThat(picture)
                .startsWith("200 ops/s   90.0 % cached   0.00 rounds/s")
                .contains("1 instances (1 warm)   0 waiting   3 cold starts (+2)")
                // All lie between 61 and 122 µs.
                .containsPattern("namenode0 +1 +0 +0.00 +90.0 % +0.00 +200 +0.092 +0.121 +0.00 +- +-");
    }

    @Test
    void instanceThatCouldNotBeAskedBefore_doesNotCountAtOnce() {
        String known = "lambdafs_instance_start_time_seconds{deployment=\"namenode0\",instance_id=\"1\"} 5\n";
        Samples after = Samples.parse(reading(new LatencyHistogram(), 1_000_000, 1));
        assertThat(lines(Samples.parse(known), after).get(0)).startsWith("0.00 ops/s");
        assertThat(lines(Samples.parse(""), after).get(0)).startsWith("500000 ops/s");
    }

    @Test
    void quantile_liesInItsBucket() {
        List<Sample> buckets = List.of(bucket("0.1", 50), bucket("0.2", 90), bucket("+Inf", 100));
        assertThat(Quantile.of(0.25, buckets)).isEqualTo(0.05);
        assertThat(Quantile.of(0.7, buckets)).isBetween(0.149, 0.151);
        assertThat(Quantile.of(0.99, buckets)).isEqualTo(0.2);
        assertThat(Quantile.of(0.5, List.of())).isNaN();
        assertThat(Quantile.of(0.5, List.of(bucket("+Inf", 0)))).isNaN();
    }

    private static Sample bucket(String bound, double value) {
        return new Sample("x_bucket", Map.of("le", bound), value);
    }

    private static List<String> lines(Samples before, Samples after) {
        return new Picture(new Change(before, after, 2)).lines();
    }

    private static String reading(LatencyHistogram latency, long operations, long coldStarts) {
        MetricsText text = new MetricsText()
                .gauge("lambdafs_platform_instances", "I.")
                .sample(1, "deployment", "namenode0", "state", "warm")
                .sample(0, "deployment", "namenode0", "state", "paused")
                .counter("lambdafs_platform_cold_starts_total", "C.")
                .sample(coldStarts)
                .gauge("lambdafs_load_ratio", "L.")
                .sample(0, ONE)
                .counter("lambdafs_operations_total", "O.")
                .sample(operations, with("kind", "read", "method", "getFileInfo", "outcome", "success"))
                .histogram("lambdafs_operation_duration_seconds", "D.")
                .sample(latency.snapshot(), with("kind", "read", "method", "getFileInfo"))
                .counter("lambdafs_cache_hits_total", "H.")
                .sample(operations * 0.9, ONE)
                .counter("lambdafs_cache_misses_total", "M.")
                .sample(operations * 0.1, ONE);
        return new String(Exposition.of(text.toString(), null).body(), StandardCharsets.UTF_8);
    }

    private static String[] with(String... more) {
        String[] labels = new String[ONE.length + more.length];
        System.arraycopy(ONE, 0, labels, 0, ONE.length);
        System.arraycopy(more, 0, labels, ONE.length, more.length);
        return labels;
    }
}
