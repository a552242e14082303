package io.lambdafs.client.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LatencyHistogramTest {
    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void empty_isZero() {
        assertThat(histogram.count()).isZero();
        assertThat(histogram.percentileNanos(0.5)).isZero();
    }

    @Test
    void percentiles_areAtMostAQuarterTooHigh() {
        for (long nanos = 1_000; nanos <= 1_000_000; nanos += 1_000) {
            histogram.record(nanos);
        }

        assertThat(histogram.count()).isEqualTo(1_000);
        assertThat(histogram.percentileNanos(0.5)).isBetween(500_000L, 625_000L);
        assertThat(histogram.percentileNanos(0.99)).isBetween(990_000L, 1_250_000L);
    }

    @Test
    void extremes_areCounted() {
        histogram.record(-1);
        histogram.record(0);
        histogram.record(Long.MAX_VALUE);

        assertThat(histogram.count()).isEqualTo(3);
        assertThat(histogram.percentileNanos(1)).isPositive();
    }
}
