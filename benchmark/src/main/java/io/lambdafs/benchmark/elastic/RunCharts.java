package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.plot.LineChart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The plots of a run. */
final class RunCharts {
    private RunCharts() {}

    /** By short names, which are those of files. */
    static Map<String, LineChart> of(Run run) {
        Map<String, LineChart> charts = new LinkedHashMap<>();
        charts.put(
                "throughput",
                chart(
                        run,
                        "operations",
                        "1/s",
                        false,
                        line(run, "due", row -> row.client().due()),
                        line(run, "done", row -> row.client().completed()),
                        line(run, "failed", row -> row.client().failed())));
        charts.put(
                "instances",
                chart(
                        run,
                        "instances",
                        "",
                        false,
                        line(run, "there", row -> row.server().present()),
                        line(run, "starting", row -> row.server().starting()),
                        line(run, "cold starts", row -> row.server().coldStarts())));
        charts.put(
                "latency",
                chart(
                        run,
                        "latency from when it was due",
                        "ms",
                        true,
                        line(run, "p50", row -> row.client().p50Micros() / 1e3),
                        line(run, "p99", row -> row.client().p99Micros() / 1e3)));
        charts.put(
                "cpu",
                chart(
                        run,
                        "CPU",
                        "millicores",
                        false,
                        line(run, "instances", row -> row.server().instanceCpu()),
                        line(run, "store", row -> row.server().storeCpu()),
                        line(run, "coordinator", row -> row.server().coordinatorCpu()),
                        line(run, "platform", row -> row.server().platformCpu()),
                        line(run, "callers", row -> row.server().clientCpu()),
                        line(run, "others", row -> row.server().foreignCpu())));
        charts.put("http", chart(run, "calls by HTTP", "%", false, line(run, "share", row -> 100 * row.httpShare())));
        charts.put(
                "cost",
                chart(
                        run,
                        "cost so far",
                        "µ$",
                        false,
                        sum(run, "pay per use", Run.Row::payPerUse),
                        sum(run, "provisioned", Run.Row::provisioned)));
        return charts;
    }

    private static LineChart chart(Run run, String title, String unit, boolean logarithmic, LineChart.Series... lines) {
        return new LineChart(
                run.name() + ": " + title,
                unit,
                logarithmic,
                List.of(lines),
                run.events().stream()
                        .map(event -> new LineChart.Mark(event.second(), event.what()))
                        .toList());
    }

    private static LineChart.Series line(Run run, String name, ToDoubleFunction<Run.Row> figure) {
        return new LineChart.Series(
                name, run.rows().stream().map(figure::applyAsDouble).toList());
    }

    private static LineChart.Series sum(Run run, String name, ToDoubleFunction<Run.Row> dollars) {
        List<Double> sums = new ArrayList<>();
        double sum = 0;
        for (Run.Row row : run.rows()) {
            sum += dollars.applyAsDouble(row) * 1e6;
            sums.add(sum);
        }
        return new LineChart.Series(name, sums);
    }
}
