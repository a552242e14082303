package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.harness.report.PercentileDistribution;
import io.lambdafs.benchmark.plot.CurveChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Latencies under bursts, of reads and of writes: figure 10. */
final class BurstLatencySection {
    private static final List<Mode> SHOWN = List.of(Mode.LAMBDAFS, Mode.STATELESS, Mode.SERVERFUL_CACHE, Mode.HDFS);
    private static final String FOUND =
            "Reads of λFS took 6.93 to 20.13 times less than those of HopsFS on average. Its writes took longer: those of HopsFS took 1.5 to 5.55 times"
                    + " less, because λFS's have to invalidate caches first.";
    private static final String HIDDEN =
            "Network latency, which is most of a round trip to the store in a data center: on loopback a system that asks the store each time loses less.";

    private BurstLatencySection() {}

    static Section of(BurstResults results) {
        Section section = new Section("fig10", "Figure 10: latencies under bursts", FOUND, HIDDEN);
        List<List<String>> rows = new ArrayList<>();
        List<CurveChart.Curve> reads = new ArrayList<>();
        List<CurveChart.Curve> writes = new ArrayList<>();
        for (PhaseMeasurement run : results.all()) {
            Histogram read = histogram(run, true);
            Histogram write = histogram(run, false);
            rows.add(List.of(
                    run.mode().key(),
                    millis(read.getMean()),
                    millis((double) read.getValueAtPercentile(50)),
                    millis((double) read.getValueAtPercentile(99)),
                    millis(write.getMean()),
                    millis((double) write.getValueAtPercentile(50)),
                    millis((double) write.getValueAtPercentile(99))));
            if (SHOWN.contains(run.mode())) {
                reads.add(new CurveChart.Curve(run.mode().key(), PercentileDistribution.of(read)));
                writes.add(new CurveChart.Curve(run.mode().key(), PercentileDistribution.of(write)));
            }
        }
        section.table(new DataTable(
                "fig10",
                List.of(
                        "system",
                        "reads mean ms",
                        "reads p50 ms",
                        "reads p99 ms",
                        "writes mean ms",
                        "writes p50 ms",
                        "writes p99 ms"),
                rows));
        if (!reads.isEmpty()) {
            section.draw(page -> page.chart(new CurveChart("response time of reads", "µs", reads)));
            section.draw(page -> page.chart(new CurveChart("response time of writes", "µs", writes)));
        }
        compare(section, results);
        return section;
    }

    private static void compare(Section section, BurstResults results) {
        PhaseMeasurement lambda = results.of(Mode.LAMBDAFS);
        PhaseMeasurement stateless = results.of(Mode.STATELESS);
        if (lambda != null && stateless != null) {
            section.compare(String.format(
                    Locale.ROOT,
                    "The mean of stateless by that of lambdafs: %.2f for reads (6.93 to 20.13 in the paper), %.2f for writes (0.18 to 0.67 there)."
                            + " A system that falls behind has response times that are its backlog.",
                    histogram(stateless, true).getMean()
                            / histogram(lambda, true).getMean(),
                    histogram(stateless, false).getMean()
                            / histogram(lambda, false).getMean()));
        }
    }

    private static Histogram histogram(PhaseMeasurement run, boolean reads) {
        Histogram all = new Histogram(3);
        run.phase().kinds().forEach((kind, result) -> {
            if (kind.isChange() != reads) {
                all.add(result.response());
            }
        });
        return all;
    }

    private static String millis(double micros) {
        return DataTable.number(micros / 1e3);
    }
}
