package io.lambdafs.benchmark.harness.report;

import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.ErrorCounts;
import io.lambdafs.benchmark.harness.result.Event;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.RunResult;
import io.lambdafs.benchmark.harness.result.SecondResult;
import io.lambdafs.benchmark.harness.result.Timeline;
import io.lambdafs.benchmark.plot.BarChart;
import io.lambdafs.benchmark.plot.CurveChart;
import io.lambdafs.benchmark.plot.LineChart;
import io.lambdafs.benchmark.plot.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The report of a run: one page of HTML with all of its plots, that needs nothing else and can be printed. */
public final class HtmlReport {
    private HtmlReport() {}

    /** The page. */
    public static String of(RunResult result) {
        Page page = new Page("lambdafs-bench: " + result.settings().getOrDefault("workload", "a run"));
        page.paragraph("Begun " + result.begun() + ". " + totals(result));
        verdicts(page, result);
        for (int i = 0; i < result.phases().size(); i++) {
            phase(page, result, i);
        }
        errors(page, result.phases());
        events(page, result.events());
        result.namespace().ifPresent(check -> namespace(page, check));
        page.heading(2, "What was asked for");
        page.table(
                List.of("option", "value"),
                result.settings().entrySet().stream()
                        .map(entry -> new Page.Row("", List.of(entry.getKey(), entry.getValue())))
                        .toList());
        page.paragraph(
                "Latencies are of operations that succeeded. Service times count from when an operation was sent, response"
                        + " times from when it was due. In a closed loop an operation is due when its client is free, so that a closed loop"
                        + " never shows how long operations would have waited.");
        return page.standalone();
    }

    private static String totals(RunResult result) {
        long succeeded =
                result.phases().stream().mapToLong(PhaseResult::succeeded).sum();
        return succeeded + " operations succeeded, " + result.failed() + " failed.";
    }

    private static void verdicts(Page page, RunResult result) {
        if (result.verdicts().isEmpty()) {
            page.paragraph("All is well.");
            return;
        }
        page.table(
                List.of("status", "what is not well"),
                result.verdicts().stream()
                        .map(verdict ->
                                new Page.Row("missed", List.of(Integer.toString(verdict.status()), verdict.text())))
                        .toList());
    }

    private static void phase(Page page, RunResult result, int number) {
        PhaseResult phase = result.phases().get(number);
        page.heading(2, "Phase " + phase.name());
        page.paragraph(String.format(
                Locale.ROOT,
                "%.1f operations a second over %.1f s. %d were due, %d were left out. The clients can make %.0f a second of a file"
                        + " system that does nothing%s.",
                phase.throughput(),
                phase.elapsedNanos() / 1e9,
                phase.total(Count.OFFERED),
                phase.total(Count.DROPPED),
                phase.ceiling(),
                phase.ceiling() == 0 ? " (not measured)" : ""));
        if (phase.lag().getTotalCount() > 0) {
            page.paragraph(
                    "Clients that waited for an operation to be due woke later than that, on their own machine's account: p50 "
                            + micros(phase.lag(), 50) + " µs, p99 " + micros(phase.lag(), 99)
                            + " µs. This is in the response times.");
        }
        table(page, phase);
        List<LineChart.Mark> marks = result.events().stream()
                .filter(event -> event.phase() == number)
                .map(event -> new LineChart.Mark(event.seconds(), "fault"))
                .toList();
        page.chart(throughput(phase, marks));
        page.chart(latencies(phase, marks));
        columns(phase, "server_instances")
                .ifPresent(
                        lines -> page.chart(over("Instances", "", lines, marks).every(phase.intervalSeconds())));
        columns(phase, "server_cost_")
                .ifPresent(lines -> page.chart(
                        over("Cost of the functions so far", "n$", lines, marks).every(phase.intervalSeconds())));
        if (phase.succeeded() > 0) {
            page.chart(distribution(phase));
            page.chart(operations(phase));
        }
    }

    private static void table(Page page, PhaseResult phase) {
        List<Page.Row> rows = new ArrayList<>();
        phase.kinds()
                .forEach((kind, sum) -> rows.add(new Page.Row(
                        sum.failed() > 0 ? "missed" : "",
                        List.of(
                                kind.word(),
                                Long.toString(sum.succeeded()),
                                Long.toString(sum.failed()),
                                Long.toString(sum.falseReturns()),
                                sum.retries().isPresent()
                                        ? Long.toString(sum.retries().getAsLong())
                                        : "–",
                                micros(sum.service(), 50),
                                micros(sum.service(), 99),
                                micros(sum.response(), 50),
                                micros(sum.response(), 99),
                                micros(sum.response(), 99.9),
                                micros(sum.response(), 100)))));
        page.table(
                List.of(
                        "operation",
                        "ok",
                        "failed",
                        "returned false",
                        "retries",
                        "service p50 µs",
                        "p99",
                        "response p50 µs",
                        "p99",
                        "p99.9",
                        "max"),
                rows);
    }

    private static String micros(Histogram histogram, double percentile) {
        return histogram.getTotalCount() == 0 ? "–" : Long.toString(histogram.getValueAtPercentile(percentile));
    }

    private static LineChart throughput(PhaseResult phase, List<LineChart.Mark> marks) {
        List<Double> backlog =
                Timeline.backlog(phase).stream().map(Long::doubleValue).toList();
        return new LineChart(
                        "Throughput over time",
                        "operations/s",
                        false,
                        List.of(
                                rate(phase, "due", Count.OFFERED),
                                rate(phase, "completed", Count.COMPLETED),
                                rate(phase, "failed", Count.FAILED),
                                new LineChart.Series("backlog", backlog)),
                        marks)
                .every(phase.intervalSeconds());
    }

    private static LineChart latencies(PhaseResult phase, List<LineChart.Mark> marks) {
        return new LineChart(
                        "Response time over time",
                        "µs",
                        true,
                        List.of(
                                line(phase, "p50", second -> at(second, 50)),
                                line(phase, "p99", second -> at(second, 99)),
                                line(phase, "max", second -> at(second, 100))),
                        marks)
                .every(phase.intervalSeconds());
    }

    /** So many a second, in each interval. */
    private static LineChart.Series rate(PhaseResult phase, String name, Count count) {
        return line(phase, name, second -> second.get(count) / phase.intervalSeconds());
    }

    /** A line for each column whose name begins like this, if there are any. */
    private static Optional<List<LineChart.Series>> columns(PhaseResult phase, String prefix) {
        Set<String> names = new TreeSet<>();
        phase.seconds().forEach(second -> names.addAll(second.counts().keySet()));
        names.removeIf(name -> !name.startsWith(prefix));
        List<LineChart.Series> lines = names.stream()
                .map(name -> line(
                        phase,
                        name.replaceFirst("^server_(?:instances_|cost_)?", "").replaceFirst("_nano_usd$", ""),
                        second -> second.counts().getOrDefault(name, 0L)))
                .toList();
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines);
    }

    private static LineChart over(String title, String unit, List<LineChart.Series> lines, List<LineChart.Mark> marks) {
        return new LineChart(title, unit, false, lines, marks);
    }

    private static double at(SecondResult second, double percentile) {
        return second.response().getTotalCount() == 0
                ? Double.NaN
                : second.response().getValueAtPercentile(percentile);
    }

    private static LineChart.Series line(PhaseResult phase, String name, ToDoubleFunction<SecondResult> value) {
        return new LineChart.Series(
                name,
                phase.seconds().stream()
                        .map(second -> value.applyAsDouble(second))
                        .toList());
    }

    private static CurveChart distribution(PhaseResult phase) {
        return new CurveChart(
                "Latency distribution",
                "µs",
                List.of(
                        new CurveChart.Curve("service time", PercentileDistribution.of(phase.service())),
                        new CurveChart.Curve(
                                "response time from when it was due", PercentileDistribution.of(phase.response()))));
    }

    private static BarChart operations(PhaseResult phase) {
        List<BarChart.Bar> bars = new ArrayList<>();
        phase.kinds().forEach((kind, sum) -> {
            if (sum.succeeded() > 0) {
                bars.add(new BarChart.Bar(kind.word() + " p99", sum.response().getValueAtPercentile(99)));
            }
        });
        return new BarChart("Response time of each operation", "µs", true, bars);
    }

    private static void errors(Page page, List<PhaseResult> phases) {
        List<Page.Row> rows = new ArrayList<>();
        for (PhaseResult phase : phases) {
            for (ErrorCounts.ErrorCount error : phase.errors().all()) {
                rows.add(new Page.Row(
                        "missed",
                        List.of(
                                phase.name(),
                                error.operation(),
                                error.error(),
                                error.message(),
                                Long.toString(error.count()))));
            }
        }
        if (!rows.isEmpty()) {
            page.heading(2, "Errors");
            page.table(List.of("phase", "operation", "error", "message", "count"), rows);
        }
    }

    private static void events(Page page, List<Event> events) {
        if (!events.isEmpty()) {
            page.heading(2, "Faults");
            page.table(
                    List.of("phase", "second", "command", "outcome"),
                    events.stream()
                            .map(event -> new Page.Row(
                                    "",
                                    List.of(
                                            Integer.toString(event.phase()),
                                            String.format(Locale.ROOT, "%.1f", event.seconds()),
                                            event.what(),
                                            event.outcome())))
                            .toList());
        }
    }

    private static void namespace(Page page, NamespaceCheck check) {
        page.heading(2, "The namespace afterwards");
        page.table(
                List.of("paths", "unsure", "missing", "extra", "different", "digest"),
                List.of(new Page.Row(
                        check.isRight() ? "met" : "missed",
                        List.of(
                                Integer.toString(check.found()),
                                Integer.toString(check.unsure()),
                                Integer.toString(check.missing()),
                                Integer.toString(check.extra()),
                                Integer.toString(check.different()),
                                check.digest()))));
        check.examples().forEach(page::paragraph);
    }
}
