package io.lambdafs.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LatenciesTest {
    @Test
    void percentiles_areOfTheSortedLatencies() {
        Latencies latencies = new Latencies();
        for (int i = 2000; i >= 1; i--) {
            latencies.add(i * 1_000L);
        }
        assertThat(latencies.percentileMicros(50)).isEqualTo(1000);
        assertThat(latencies.percentileMicros(99)).isEqualTo(1980);
        assertThat(latencies.percentileMicros(100)).isEqualTo(2000);
        assertThat(latencies.count()).isEqualTo(2000);
    }

    @Test
    void noLatency_hasNoPercentile() {
        assertThat(new Latencies().percentileMicros(50)).isNaN();
    }
}
