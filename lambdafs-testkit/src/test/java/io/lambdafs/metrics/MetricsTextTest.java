package io.lambdafs.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.testkit.metrics.ExpositionCheck;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MetricsTextTest {
    @Test
    void text_isWhatPrometheusReads() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(7_629);
        histogram.record(7_630);
        histogram.record(70_000_000_000L);
        String text = new MetricsText()
                .counter("a_total", "What \\ is\ncounted.")
                .sample(3, "path", "/a \"b\"\n\\")
                .gauge("b_bytes", "Bytes.")
                .sample(1.5)
                .histogram("c_seconds", "Times.")
                .sample(histogram.snapshot(), "kind", "read")
                .toString();

        assertThat(text).startsWith("""
                # HELP a_total What \\\\ is\\ncounted.
                # TYPE a_total counter
                a_total{path="/a \\"b\\"\\n\\\\"} 3
                # HELP b_bytes Bytes.
                # TYPE b_bytes gauge
                b_bytes 1.5
                """);
        assertThat(text.lines())
                .contains(
                        "c_seconds_bucket{kind=\"read\",le=\"0.00000762939453125\"} 1",
                        "c_seconds_bucket{kind=\"read\",le=\"0.00000907293025972535\"} 2",
                        "c_seconds_bucket{kind=\"read\",le=\"0.0000152587890625\"} 2",
                        "c_seconds_bucket{kind=\"read\",le=\"64\"} 2",
                        "c_seconds_bucket{kind=\"read\",le=\"+Inf\"} 3",
                        "c_seconds_sum{kind=\"read\"} 70.000015259",
                        "c_seconds_count{kind=\"read\"} 3");
        assertThat(ExpositionCheck.problems(text)).isEmpty();
        Samples samples = Samples.parse(text);
        assertThat(samples.of("a_total")).hasSize(1);
        assertThat(samples.of("a_total").get(0).label("path")).isEqualTo("/a \"b\"\n\\");
        assertThat(samples.sum("c_seconds_bucket", sample -> sample.label("le").equals("+Inf")))
                .isEqualTo(3);
    }

    @Test
    void names_thatPrometheusWouldNotExpect_areRefused() {
        MetricsText text = new MetricsText().counter("a_total", "A.");
        assertThatThrownBy(() -> text.counter("a_total", "A.")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> text.counter("a_count", "A.")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> text.gauge("a-b", "A.")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> text.histogram("a_millis", "A.")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void check_findsWhatIsWrong() {
        for (String wrong : List.of(
                "a_total 1\n",
                "# HELP a_total A.\n# TYPE a_total counter\na_total 1\na_total 2\n",
                "# HELP a_total A.\n# TYPE a_total counter\na_total{x=1} 1\n",
                "# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n",
                "# HELP a_total A.\n# TYPE a_total counter\na_total -1\n",
                "# HELP a_total A.\n# TYPE a_total counter\na_total 1",
                "# HELP h_seconds A.\n# TYPE h_seconds histogram\nh_seconds_bucket{le=\"+Inf\"} 2\nh_seconds_count 1\n",
                """
                # HELP h_seconds A.
                # TYPE h_seconds histogram
                h_seconds_bucket{le="1"} 2
                h_seconds_bucket{le="+Inf"} 1
                h_seconds_count 1
                """)) {
            assertThat(ExpositionCheck.problems(wrong)).as(wrong).isNotEmpty();
        }
    }

    @Test
    void lines_thatAreNotOfTheFormat_areNamed() {
        assertThatThrownBy(() -> Samples.parse("a{b=\"c} 1")).hasMessageContaining("a{b=\"c} 1");
        assertThatThrownBy(() -> Samples.parse("a one")).hasMessageContaining("a one");
    }
}
