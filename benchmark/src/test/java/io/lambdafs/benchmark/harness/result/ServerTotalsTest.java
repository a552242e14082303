package io.lambdafs.benchmark.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ServerTotalsTest {
    private static void second(PhaseResult phase, int number, long coldStarts, long costSoFar, long micros) {
        Histogram responses = new Histogram(3);
        responses.recordValueWithCount(micros, 100);
        SecondResult second = phase.second(number);
        second.addResponses(responses);
        second.add("server_cold_starts", coldStarts);
        second.add("server_http_calls", 5);
        second.add("server_cost_by_use_nano_usd", costSoFar);
    }

    @Test
    void countersAreSummed_costsAreThoseAtTheEnd_andResponseTimesAreShownWithoutColdStarts() {
        PhaseResult phase = new PhaseResult("test");
        phase.kind(OperationKind.READ).add(300, 0, 0);
        second(phase, 0, 2, 1_000, 900_000);
        second(phase, 1, 0, 2_000, 100);
        second(phase, 2, 0, 3_000, 200);
        ObjectNode node = JsonNodeFactory.instance.objectNode();

        new ServerTotals(phase).putInto(node);

        assertThat(node.get("server_cold_starts").asLong()).isEqualTo(2);
        assertThat(node.get("server_http_calls").asLong()).isEqualTo(15);
        assertThat(node.get("server_cost_by_use_usd").asDouble()).isCloseTo(3e-6, within(1e-12));
        assertThat(node.get("server_cost_by_use_usd_per_million_ops").asDouble())
                .isCloseTo(0.01, within(1e-9));
        assertThat(node.get("warm_seconds").asInt()).isEqualTo(2);
        assertThat(node.get("warm_response_p99_us").asLong()).isBetween(198L, 202L);
        assertThat(node.has("server_cost_by_presence_usd")).isFalse();
    }

    @Test
    void serversThatShowNothing_areLeftOut() {
        PhaseResult phase = new PhaseResult("test");
        phase.kind(OperationKind.READ).add(300, 0, 0);
        phase.second(0).add(Count.COMPLETED, 300);
        ObjectNode node = JsonNodeFactory.instance.objectNode();

        new ServerTotals(phase).putInto(node);

        assertThat(node).isEmpty();
    }
}
