package io.lambdafs.benchmark.harness.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A row for each kind of operation in each phase. */
final class OperationTable {
    private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9};

    private OperationTable() {}

    static Csv of(List<PhaseResult> phases) {
        List<String> columns = new ArrayList<>(
                List.of("phase", "op", "ok_ops", "failed_ops", "false_returns", "retries", "throughput_ops_per_s"));
        for (String what : List.of("service", "response")) {
            columns.add(what + "_mean_us");
            Arrays.stream(PERCENTILES).forEach(percentile -> columns.add(what + "_p" + name(percentile) + "_us"));
            columns.add(what + "_max_us");
        }
        Csv csv = new Csv(columns.toArray(String[]::new));
        for (PhaseResult phase : phases) {
            phase.kinds().forEach((kind, result) -> {
                List<Object> cells = new ArrayList<>(List.of(
                        phase.name(),
                        kind.word(),
                        result.succeeded(),
                        result.failed(),
                        result.falseReturns(),
                        result.retries().isPresent() ? result.retries().getAsLong() : "",
                        phase.elapsedNanos() == 0 ? 0.0 : result.succeeded() * 1e9 / phase.elapsedNanos()));
                add(cells, result.service());
                add(cells, result.response());
                csv.row(cells.toArray());
            });
        }
        return csv;
    }

    private static String name(double percentile) {
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }

    private static void add(List<Object> cells, Histogram histogram) {
        boolean none = histogram.getTotalCount() == 0;
        cells.add(none ? Double.NaN : histogram.getMean());
        for (double percentile : PERCENTILES) {
            cells.add(none ? "" : histogram.getValueAtPercentile(percentile));
        }
        cells.add(none ? "" : histogram.getMaxValue());
    }
}
