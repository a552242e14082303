package io.lambdafs.benchmark.harness.report;

import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.RunResult;
import io.lambdafs.benchmark.harness.result.SecondResult;
import io.lambdafs.benchmark.harness.result.Timeline;
import io.lambdafs.benchmark.plot.CurveChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Data for gnuplot, and a script that draws it: {@code gnuplot plots.gp} in the directory of the run. */
public final class GnuplotFiles {
    private GnuplotFiles() {}

    /** Writes {@code timeline.dat}, {@code cdf.dat}, {@code ops.dat} and {@code plots.gp}. Phases are blocks, divided by two empty lines. */
    public static void write(Path directory, RunResult result) throws IOException {
        List<String> timeline = new ArrayList<>(List.of(
                "# t_s offered_ops completed_ops failed_ops dropped_ops backlog_ops response_p50_us response_p99_us"));
        List<String> distribution = new ArrayList<>(List.of("# response_us percent"));
        List<String> operations = new ArrayList<>(
                List.of("# op ok_ops failed_ops service_p50_us service_p99_us response_p50_us response_p99_us"));
        for (PhaseResult phase : result.phases()) {
            begin(timeline, phase);
            List<Long> backlog = Timeline.backlog(phase);
            for (int i = 0; i < phase.seconds().size(); i++) {
                timeline.add(
                        second(i * phase.intervalNanos() / 1e9, phase.seconds().get(i), backlog.get(i)));
            }
            begin(distribution, phase);
            for (CurveChart.Point point : PercentileDistribution.of(phase.response())) {
                distribution.add(String.format(Locale.ROOT, "%.0f %.5f", point.value(), point.percent()));
            }
            begin(operations, phase);
            phase.kinds()
                    .forEach((kind, sum) -> operations.add(String.join(
                            " ",
                            kind.word(),
                            Long.toString(sum.succeeded()),
                            Long.toString(sum.failed()),
                            Long.toString(sum.service().getValueAtPercentile(50)),
                            Long.toString(sum.service().getValueAtPercentile(99)),
                            Long.toString(sum.response().getValueAtPercentile(50)),
                            Long.toString(sum.response().getValueAtPercentile(99)))));
        }
        Files.write(directory.resolve("timeline.dat"), timeline);
        Files.write(directory.resolve("cdf.dat"), distribution);
        Files.write(directory.resolve("ops.dat"), operations);
        Files.write(directory.resolve("plots.gp"), script());
    }

    private static void begin(List<String> lines, PhaseResult phase) {
        if (lines.size() > 1) {
            lines.addAll(List.of("", ""));
        }
        lines.add("# phase " + phase.name());
    }

    private static String second(double begin, SecondResult second, long backlog) {
        boolean none = second.response().getTotalCount() == 0;
        return String.join(
                " ",
                begin == Math.rint(begin) ? Long.toString((long) begin) : Double.toString(begin),
                Long.toString(second.get(Count.OFFERED)),
                Long.toString(second.get(Count.COMPLETED)),
                Long.toString(second.get(Count.FAILED)),
                Long.toString(second.get(Count.DROPPED)),
                Long.toString(backlog),
                none ? "NaN" : Long.toString(second.response().getValueAtPercentile(50)),
                none ? "NaN" : Long.toString(second.response().getValueAtPercentile(99)));
    }

    private static List<String> script() {
        return List.of(
                "set terminal svg size 800,400",
                "set key outside",
                "set output 'throughput.svg'",
                "set xlabel 'seconds'; set ylabel 'operations in each interval'",
                "plot 'timeline.dat' using 1:2 with lines title 'due', '' using 1:3 with lines title 'completed', '' using 1:6 with lines title 'backlog'",
                "set output 'cdf.svg'",
                "set logscale x; set xlabel 'response time, microseconds'; set ylabel 'percent'",
                "plot 'cdf.dat' using 1:2 with lines title 'response time'",
                "unset logscale x",
                "set output 'ops.svg'",
                "set style data histograms; set style fill solid; set xtics rotate by -45; set ylabel 'microseconds'; set xlabel ''",
                "plot 'ops.dat' using 7:xtic(1) title 'response time, p99'");
    }
}
