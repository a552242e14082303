package io.lambdafs.benchmark.harness.comparison;

import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.RunResult;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a run. Those that do not depend on the machine come first.
 *
 * @param name with its unit
 * @param of the figure; not a number if the run does not have it
 */
public record Figure(String name, ToDoubleFunction<RunResult> of) {
    /** All that are compared. */
    public static final List<Figure> ALL = List.of(
            perOperation("store round trips per operation", "server_store_round_trips", 1),
            perOperation("calls by HTTP per operation", "server_http_calls", 1),
            perOperation("invalidations per operation", "server_invs_sent", 1),
            new Figure("cache hits, share of reads", Figure::hits),
            new Figure("cold starts", run -> sum(run, "server_cold_starts")),
            perOperation("CPU of servers, us per operation", "server_cpu_ms", 1_000),
            perOperation("CPU of clients, us per operation", Count.CLIENT_CPU.column(), 1),
            new Figure("operations a second", run -> ofPhases(run, PhaseResult::throughput)),
            new Figure(
                    "response time, mean us",
                    run -> ofPhases(run, phase -> phase.response().getMean())),
            new Figure(
                    "response time, p50 us",
                    run -> ofPhases(run, phase -> phase.response().getValueAtPercentile(50))),
            new Figure(
                    "response time, p99 us",
                    run -> ofPhases(run, phase -> phase.response().getValueAtPercentile(99))));

    private static Figure perOperation(String name, String column, double factor) {
        return new Figure(name, run -> sum(run, column) * factor / succeeded(run));
    }

    /** A replay has one phase. */
    private static double ofPhases(RunResult run, ToDoubleFunction<PhaseResult> figure) {
        return run.phases().stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static double succeeded(RunResult run) {
        return run.phases().stream().mapToLong(PhaseResult::succeeded).sum();
    }

    private static double hits(RunResult run) {
        double hits = sum(run, "server_cache_hits");
        return hits / (hits + sum(run, "server_cache_misses"));
    }

    /** The sum of a column of the timeline; not a number if there is none. */
    private static double sum(RunResult run, String column) {
        return run.phases().stream()
                .flatMap(phase -> phase.seconds().stream())
                .filter(second -> second.counts().containsKey(column))
                .mapToDouble(second -> second.counts().get(column))
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }
}
