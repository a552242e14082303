package io.lambdafs.benchmark.harness.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadSpecTest {
    private static final long SECOND = 1_000_000_000L;

    private static List<Long> until(Arrivals arrivals, long end) {
        List<Long> due = new ArrayList<>();
        for (long at = arrivals.next(); at < end; at = arrivals.next()) {
            due.add(at);
        }
        return due;
    }

    private static long within(List<Long> due, long second) {
        return due.stream()
                .filter(at -> at >= second * SECOND && at < (second + 1) * SECOND)
                .count();
    }

    @Test
    void constant_isEven_andBelowAHundredASecondToo() {
        assertThat(until(LoadSpec.parse("const:4").arrivals(0), SECOND))
                .containsExactly(0L, SECOND / 4, SECOND / 2, 3 * SECOND / 4);
        assertThat(until(LoadSpec.parse("const:10").arrivals(0), 60 * SECOND)).hasSize(600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"const:333.3", "const:7", "pareto:scale=13,interval=7s", "step:333.3@1h"})
    void load_doesNotDriftWithinAnHour(String text) {
        List<Long> due = until(LoadSpec.parse(text).arrivals(0), 3600 * SECOND);
        double offered = 0;
        ParetoSeries series = new ParetoSeries(13, 2, 7, 0);
        if (text.startsWith("pareto")) {
            for (int i = 0; i < 514; i++) {
                offered += 7.0 * series.next();
            }
            offered += 2.0 * series.next();
        } else {
            offered = 3600 * (text.contains("333.3") ? 333.3 : 7);
        }
        assertThat((double) due.size()).isBetween(offered - 1, offered + 1);
    }

    @Test
    void poisson_hasExponentialDistances() {
        List<Long> due = until(LoadSpec.parse("poisson:1000").arrivals(3), 40 * SECOND);
        // 40,000 expected; four standard deviations.
        assertThat(due).hasSizeBetween(39_200, 40_800);
        long before = 0;
        int longer = 0;
        for (long at : due) {
            longer += at - before > 1_000_000 ? 1 : 0;
            before = at;
        }
        // P(distance > mean) = 1/e.
        assertThat(longer / (double) due.size()).isBetween(0.358, 0.378);
        // Counts of a second have a variance equal to the mean, unlike those of an even load.
        double variance = 0;
        for (int second = 0; second < 40; second++) {
            variance += Math.pow((double) within(due, second) - 1000, 2) / 40;
        }
        assertThat(variance).isBetween(400.0, 2_000.0);
    }

    @Test
    void pareto_offersTheSeries_anIntervalEach() {
        List<Long> due = until(
                LoadSpec.parse("pareto:scale=250,alpha=2,interval=3s,cap=none").arrivals(0), 60 * SECOND);
        List<Integer> rates = Stream.generate(new ParetoSeries(250, 2, Double.POSITIVE_INFINITY, 0)::next)
                .limit(20)
                .toList();
        for (int second = 0; second < 60; second++) {
            assertThat(within(due, second)).as("second %d", second).isEqualTo((long) rates.get(second / 3));
        }
    }

    @Test
    void steps_followEachOther_andThenThereIsNothing() {
        List<Long> due = until(LoadSpec.parse("step:2@2s,0@1s,5@1s").arrivals(0), Arrivals.NEVER);
        assertThat(due).hasSize(9);
        assertThat(within(due, 2)).isZero();
        assertThat(within(due, 3)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"const:100", "poisson:100", "pareto:scale=100"})
    void shares_ofAllProcesses_areTheWholeLoad(String text) {
        LoadSpec load = LoadSpec.parse(text);
        List<Long> together = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<Long> share = until(load.arrivals(5).share(i, 3), 20 * SECOND);
            together.addAll(share);
        }
        together.sort(Long::compare);
        assertThat(together).isEqualTo(until(load.arrivals(5), 20 * SECOND));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "const:0|number above 0",
                "const:|number above 0",
                "poisson:fast|number above 0",
                "pareto:size=3|scale=R",
                "pareto:alpha=2|scale of the Pareto load",
                "pareto:scale=5,interval=1week|such as 500ms",
                "step:100|RATE@DURATION",
                "step:100@0s|takes no time",
                "open|closed, const:R",
                "closed:3|takes no value"
            })
    void whatIsNoLoad_isRefusedWithWhatToWrite(String text, String says) {
        assertThatThrownBy(() -> LoadSpec.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(says);
    }
}
