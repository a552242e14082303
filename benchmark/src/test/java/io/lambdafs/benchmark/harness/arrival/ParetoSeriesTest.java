package io.lambdafs.benchmark.harness.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ParetoSeriesTest {
    private static List<Integer> first20(double scale, double cap) {
        ParetoSeries series = new ParetoSeries(scale, 2, cap, 0);
        return Stream.generate(series::next).limit(20).toList();
    }

    @Test
    void seedZero_isTheSeriesOfThePaper() {
        assertThat(first20(25_000, Double.POSITIVE_INFINITY))
                .containsExactly(
                        29240, 50974, 31313, 33696, 32341, 43308, 40281, 25191, 26662, 25768, 47677, 69633, 65293,
                        163998, 33810, 25456, 77339, 31619, 39005, 28374);
    }

    @Test
    void seedZero_atTwiceTheScale_hasThePapersSecondBurst() {
        List<Integer> series = first20(50_000, Double.POSITIVE_INFINITY);
        assertThat(series).element(13).isEqualTo(327_996);
        assertThat(series.stream().mapToInt(Integer::intValue).average().orElseThrow())
                .isBetween(92_097.0, 92_099.0);
    }

    @Test
    void capOfSeven_leavesThePapersSeriesAlone_andCutsWhatIsHigher() {
        assertThat(first20(25_000, 7)).isEqualTo(first20(25_000, Double.POSITIVE_INFINITY));
        assertThat(first20(25_000, 2)).element(13).isEqualTo(50_000);
    }

    @Test
    void rates_areDistributedByParetosLaw() {
        ParetoSeries series = new ParetoSeries(1_000, 2, Double.POSITIVE_INFINITY, 7);
        List<Integer> rates = Stream.generate(series::next).limit(20_000).toList();
        assertThat(rates).allMatch(rate -> rate >= 1_000);
        // P(X > k * scale) = k^-2; the bounds are four standard deviations away.
        assertThat(rates.stream().filter(rate -> rate > 2_000).count()).isBetween(4_755L, 5_245L);
        assertThat(rates.stream().filter(rate -> rate > 7_000).count()).isBetween(329L, 488L);
    }
}
