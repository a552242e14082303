package io.lambdafs.benchmark.open;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HistogramTest {
    @Test
    void percentiles_areAtMostAThirtySecondTooLarge() {
        Histogram histogram = new Histogram();
        for (int i = 1; i <= 100_000; i++) {
            histogram.add(i);
        }
        assertThat(histogram.count()).isEqualTo(100_000);
        for (double percent : new double[] {1, 50, 99, 99.9}) {
            double exact = percent * 1_000;
            assertThat(histogram.percentileMicros(percent)).isBetween(exact, exact * 33 / 32 + 1);
        }
    }

    @Test
    void everyLatency_isInABucketThatReachesToIt() {
        for (long micros = 0; micros < 3_000_000; micros = micros * 9 / 8 + 1) {
            int bucket = Histogram.bucket(micros);
            assertThat(Histogram.largest(bucket)).isGreaterThanOrEqualTo(micros);
            assertThat(bucket == 0 ? -1 : Histogram.largest(bucket - 1)).isLessThan(micros);
        }
        assertThat(Histogram.bucket(Long.MAX_VALUE)).isEqualTo(Histogram.bucket(1L << 40));
    }

    @Test
    void countUpTo_leavesOutWhatIsLonger() {
        Histogram histogram = new Histogram();
        histogram.add(10);
        histogram.add(1_000);
        histogram.add(5_000_000);
        Histogram both = new Histogram();
        both.addAll(histogram);
        both.addAll(histogram);
        assertThat(both.countUpTo(1_000)).isEqualTo(4);
        assertThat(both.countUpTo(6_000_000)).isEqualTo(6);
    }

    @Test
    void nothingCounted_hasNoPercentile() {
        assertThat(new Histogram().percentileMicros(50)).isNaN();
    }
}
