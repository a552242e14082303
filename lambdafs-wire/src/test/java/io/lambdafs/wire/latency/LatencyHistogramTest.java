package io.lambdafs.wire.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LatencyHistogramTest {
    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void empty_isZero() {
        assertThat(histogram.count()).isZero();
        assertThat(histogram.snapshot().quantileNanos(0.5)).isZero();
    }

    @Test
    void quantiles_areAtMostAFifthTooHigh() {
        for (long nanos = 1_000; nanos <= 1_000_000; nanos += 1_000) {
            histogram.record(nanos);
        }

        assertThat(histogram.count()).isEqualTo(1_000);
        assertThat(histogram.snapshot().quantileNanos(0.5)).isBetween(500_000L, 600_000L);
        assertThat(histogram.snapshot().quantileNanos(0.99)).isBetween(990_000L, 1_180_000L);
    }

    @Test
    void extremes_areCounted() {
        histogram.record(-1);
        histogram.record(0);
        histogram.record(Long.MAX_VALUE);

        assertThat(histogram.count()).isEqualTo(3);
        assertThat(histogram.snapshot().quantileNanos(1)).isPositive();
    }
}
