package io.lambdafs.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lambdafs.cost.FunctionCost;
import io.lambdafs.metrics.Samples;
import org.junit.jupiter.api.Test;

/** What the console remembers of the platform's metrics. */
final class HistoryTest {
    private static final long BEGIN = 1_000_000_000_000L;

    private final History history = new History();

    @Test
    void readings_haveTheRatesBetweenThem() {
        history.add(BEGIN, metrics(100, 10, "1"));
        history.add(BEGIN + 5_000, metrics(600, 20, "1"));

        assertThat(history.view().readings()).singleElement().satisfies(reading -> {
            assertThat(reading.readsPerSecond()).isEqualTo(100);
            assertThat(reading.writesPerSecond()).isEqualTo(2);
            assertThat(reading.instances()).isEqualTo(1);
            assertThat(reading.readMedian()).isNaN();
        });
    }

    @Test
    void instancesThatComeAndGo_areEvents_theLatestFirst() {
        history.add(BEGIN, metrics(0, 0, "1"));
        history.add(BEGIN + 5_000, metrics(0, 0, "2"));

        assertThat(history.view().events())
                .extracting(History.Event::what)
                .containsExactly("instance of namenode0 (1) has ended", "instance of namenode0 (2) has started");
    }

    @Test
    void cost_isMemoryForItsTime_andCalls() {
        history.add(BEGIN, Samples.parse("lambdafs_platform_memory_byte_seconds_total 1073741824\n"));
        history.add(BEGIN + 3_600_000, Samples.parse("lambdafs_platform_memory_byte_seconds_total 967441383424\n"));

        FunctionCost cost = history.view().cost();
        assertThat(cost.gigabyteSeconds()).isEqualTo(900);
        assertThat(cost.dollars()).isEqualTo(0.015, within(0.000001));
    }

    @Test
    void readings_areForgottenAfterAnHour_andNeverMoreThanABound() {
        for (int i = 0; i <= 5_000; i++) {
            history.add(BEGIN + i * 1_000L, metrics(i, 0, "1"));
        }
        assertThat(history.view().readings()).hasSize(2_000);

        history.add(BEGIN + 10_000_000, metrics(9_000, 0, "1"));
        assertThat(history.view().readings()).hasSize(1);
    }

    @Test
    void clockThatGoesBack_addsNothing() {
        history.add(BEGIN, metrics(0, 0, "1"));
        history.add(BEGIN - 1, metrics(5, 0, "1"));

        assertThat(history.view().readings()).isEmpty();
    }

    private static Samples metrics(int reads, int writes, String instance) {
        String labels = "{deployment=\"namenode0\",instance_id=\"" + instance + "\"";
        return Samples.parse(String.join(
                "\n",
                "lambdafs_platform_instances{deployment=\"namenode0\",state=\"warm\"} 1",
                "lambdafs_platform_memory_bytes 268435456",
                "lambdafs_load_ratio" + labels + "} 0",
                "lambdafs_instance_start_time_seconds" + labels + "} 1",
                "lambdafs_operations_total" + labels + ",kind=\"read\",method=\"getFileInfo\"} " + reads,
                "lambdafs_operations_total" + labels + ",kind=\"write\",method=\"mkdirs\"} " + writes,
                ""));
    }
}
