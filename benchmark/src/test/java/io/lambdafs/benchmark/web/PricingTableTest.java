package io.lambdafs.benchmark.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PricingTableTest {
    @Test
    void stepsThatDidNotKeepUp_areNotInTheTimeOfARequest() {
        PricingTable table =
                PricingTable.of(run(step(10, 100, 2), step(100, 200, 50)), run(step(10, 100, 0), step(100, 500, 0)));

        assertThat(value(table, "instance time of a request")).isCloseTo(20, within(1e-9));
        assertThat(value(table, "server, total at its capacity")).isCloseTo(0.1265 / (50 * 3_600) * 1e6, within(1e-9));
        assertThat(value(table, "server, total at the average of this run"))
                .isCloseTo(0.1265 / (30 * 3_600) * 1e6, within(1e-9));
    }

    @Test
    void ifNoStepKeptUp_allCount() {
        PricingTable table = PricingTable.of(run(step(100, 100, 2), step(100, 300, 50)), run(step(10, 100, 0)));

        assertThat(value(table, "instance time of a request")).isCloseTo(130, within(1e-9));
    }

    private static double value(PricingTable table, String what) {
        return table.rows().stream()
                .filter(row -> row.what().equals(what))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static RisingLoad.Run run(Step... steps) {
        return new RisingLoad.Run("test", List.of(steps), List.of(), 0, 0, List.of());
    }

    /** In ten seconds. */
    private static Step step(int clients, long done, double instanceSeconds) {
        return new Step(
                clients,
                new ClientTimeline.Summary(10, done, 0, 0, done, 1, 1),
                new UsageMeter.Used(1, 0, 0, 0, 0),
                new BlogHost.InstanceTime(done, instanceSeconds));
    }
}
