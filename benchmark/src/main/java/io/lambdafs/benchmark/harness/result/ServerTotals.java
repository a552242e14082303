package io.lambdafs.benchmark.harness.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** What the servers did in a whole phase, and what that cost, as far as the seconds of its timeline have it. */
final class ServerTotals {
    private static final String COLD_STARTS = "server_cold_starts";
    private static final List<String> COUNTERS = List.of(
            COLD_STARTS,
            "server_scale_outs",
            "server_http_calls",
            "server_tcp_ops",
            "server_cache_hits",
            "server_cache_misses",
            "server_invs_sent",
            "server_store_round_trips",
            "server_instance_cpu_ms",
            "server_cpu_ms");
    private static final List<String> COSTS = List.of("by_use", "by_presence");
    private static final double NANOS = 1e9;
    private static final double MILLION = 1e6;

    private final PhaseResult phase;

    ServerTotals(PhaseResult phase) {
        this.phase = phase;
    }

    /** Adds the sums, the costs in dollars, and response times without the seconds in which instances started. */
    void putInto(ObjectNode node) {
        for (String counter : COUNTERS) {
            if (has(counter)) {
                node.put(counter, values(counter).sum());
            }
        }
        for (String cost : COSTS) {
            // The column has the sum since the phase began.
            OptionalLong nanoDollars =
                    values("server_cost_" + cost + "_nano_usd").max();
            if (nanoDollars.isPresent()) {
                double dollars = nanoDollars.getAsLong() / NANOS;
                node.put("server_cost_" + cost + "_usd", dollars);
                if (phase.succeeded() > 0) {
                    node.put("server_cost_" + cost + "_usd_per_million_ops", dollars * MILLION / phase.succeeded());
                }
            }
        }
        putWarm(node);
    }

    /** A cold start is in the response times of all operations. Beside them stand those of seconds that had none. */
    private void putWarm(ObjectNode node) {
        if (!has(COLD_STARTS)) {
            return;
        }
        Histogram warm = new Histogram(3);
        int intervals = 0;
        for (SecondResult second : phase.seconds()) {
            if (second.counts().getOrDefault(COLD_STARTS, 0L) == 0) {
                warm.add(second.response());
                intervals++;
            }
        }
        node.put("warm_seconds", intervals * phase.intervalSeconds());
        if (warm.getTotalCount() > 0) {
            node.put("warm_response_p50_us", warm.getValueAtPercentile(50));
            node.put("warm_response_p99_us", warm.getValueAtPercentile(99));
        }
    }

    private boolean has(String column) {
        return phase.seconds().stream().anyMatch(second -> second.counts().containsKey(column));
    }

    private LongStream values(String column) {
        return phase.seconds().stream()
                .filter(second -> second.counts().containsKey(column))
                .mapToLong(second -> second.counts().get(column));
    }
}
