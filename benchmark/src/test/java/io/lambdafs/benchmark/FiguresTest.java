package io.lambdafs.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.load.Latencies;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FiguresTest {
    @Test
    void percentilesAndRates_areMediansOverRounds_cpuIsOverAllOfThem() {
        Figures figures = new Figures();
        figures.add(sample(1_000_000, 10, 40_000));
        figures.add(sample(9_000_000, 10, 0));
        figures.add(sample(2_000_000, 20, 0));
        assertThat(figures.percentileMicros(50)).isEqualTo(2_000);
        assertThat(figures.perSecond()).isEqualTo(10);
        assertThat(figures.cpuMicrosPerOperation(ProcessKind.PLATFORM)).isEqualTo(1_000);
        assertThat(figures.cpuMicrosPerOperation(ProcessKind.CLIENT)).isZero();
    }

    @Test
    void medianOfAnEvenNumber_isBetweenTheMiddleTwo() {
        assertThat(Figures.median(1, 100, 3, 2)).isEqualTo(2.5);
    }

    @Test
    void withoutSamples_thereAreNoFigures() {
        assertThat(new Figures().percentileMicros(50)).isNaN();
        assertThat(new Figures().cpuMicrosPerOperation(ProcessKind.CLIENT)).isNaN();
    }

    /** A round of one second. */
    private static Sample sample(long latencyNanos, int count, long platformMicros) {
        Latencies latencies = new Latencies();
        for (int i = 0; i < count; i++) {
            latencies.add(latencyNanos);
        }
        return new Sample(latencies, 1_000_000_000, new CpuTimes(Map.of(ProcessKind.PLATFORM, platformMicros)));
    }
}
