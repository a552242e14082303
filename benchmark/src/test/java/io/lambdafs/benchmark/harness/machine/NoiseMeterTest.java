package io.lambdafs.benchmark.harness.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.harness.result.Noise;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NoiseMeterTest {
    private static final long BUSY_NANOS = 1_000_000_000L;
    /** The kernel counts in ticks of 10 ms. */
    private static final double TICKS_PERCENT = 5;

    @ParameterizedTest
    @CsvSource({"4.9,0,9,false", "5.1,0,0,true", "3,3,0,true", "0,0,11,true", "0,0,-11,true", "0,0,-9,false"})
    void noise_isLoudAboveItsBounds(double foreign, double steal, double probe, boolean loud) {
        assertThat(new Noise(foreign, steal, probe).isLoud()).isEqualTo(loud);
    }

    @Test
    void ownCpuTime_isNotForeign() throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        NoiseMeter meter = NoiseMeter.begin(List.of());
        long begin = System.nanoTime();
        long cpu = threads.getCurrentThreadCpuTime();
        while (threads.getCurrentThreadCpuTime() - cpu < BUSY_NANOS) {
            Thread.onSpinWait();
        }
        double machine =
                (System.nanoTime() - begin) * (double) Runtime.getRuntime().availableProcessors();
        Noise noise = meter.end();

        double left = 100 * (1 - BUSY_NANOS / machine);
        assertThat(noise.foreignPercent()).isBetween(0.0, left + TICKS_PERCENT);
        assertThat(noise.probePercent()).isGreaterThan(-100);
        assertThat(noise.toString()).contains("others used", "%");
    }
}
