package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.plot.LineChart;
import io.lambdafs.benchmark.verdict.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Throughput under bursts: figure 8 (a) and (b). */
final class BurstSection {
    private static final String FOUND =
            "With a base rate of 25,000 operations a second and a burst of 163,996, λFS completed everything, the burst included: 45,690"
                    + " operations a second on average with a mean of 1.02 ms. HopsFS stayed below 38,000 a second, and had fallen behind by"
                    + " nearly a minute when the burst came (mean 10.58 ms). HopsFS+Cache did 45,945 with a mean of 3.35 ms; with as many"
                    + " cores as cost what λFS does it did not sustain the burst. InfiniCache failed.";
    private static final String HIDDEN =
            "Scale-out over machines and network latency: clients, NameNodes and store share the cores of one machine, so a system whose clients or"
                    + " store use more CPU leaves less to its NameNodes. Instances of λFS decline siblings for a load with this many writes, so"
                    + " their number shows cold starts more than scaling.";

    private BurstSection() {}

    static Section of(BurstResults results) {
        Section section = new Section("fig8", "Figure 8: the Spotify workload with bursts", FOUND, HIDDEN);
        table(section, results);
        chart(section, results, "fig8-throughput", List.of(Mode.LAMBDAFS, Mode.STATELESS, Mode.SERVERFUL_CACHE));
        chart(
                section,
                results,
                "fig8-throughput-others",
                List.of(Mode.LAMBDAFS, Mode.COST_NORMALIZED, Mode.HTTP_ONLY, Mode.REDUCED_CACHE, Mode.HDFS));
        instances(section, results);
        for (PhaseMeasurement run : results.all()) {
            cpu(section, results, run);
        }
        section.compare(String.format(
                Locale.ROOT,
                "The base rate is %d operations a second and the burst 6.56 times that, %.0f. %s In the paper the burst was 4.3 times what"
                        + " HopsFS did at most, and λFS had the CPU of many machines for it.",
                results.load().rate(),
                results.load().rate() * BurstLoad.BURST,
                results.reason()));
        results.failures().forEach(section::compare);
        judge(section, results);
        return section;
    }

    static void judge(Section section, BurstResults results) {
        section.must(Target.atLeast(
                "bursts: share of the burst that lambdafs did within it", results.shareOfBurst(Mode.LAMBDAFS), 1, ""));
        section.must(Target.atMost(
                "bursts: share of the burst that stateless did within it",
                results.shareOfBurst(Mode.STATELESS),
                0.99,
                ""));
        PhaseMeasurement lambda = results.of(Mode.LAMBDAFS);
        section.must(Target.atMost(
                "bursts: operations of lambdafs that failed",
                lambda == null ? Double.NaN : (double) lambda.phase().failed(),
                0,
                ""));
        for (PhaseMeasurement run : results.all()) {
            section.must(Target.atLeast(
                    "bursts: namespace of " + run.mode().key() + " as it must be",
                    run.namespaceRight() ? 1 : 0,
                    1,
                    ""));
        }
    }

    private static void table(Section section, BurstResults results) {
        List<List<String>> rows = new ArrayList<>();
        for (PhaseMeasurement run : results.all()) {
            double millis = run.usage().serverMillis();
            rows.add(List.of(
                    run.mode().key(),
                    run.mode().paper(),
                    Long.toString(run.phase().total(Count.OFFERED)),
                    Long.toString(run.phase().succeeded()),
                    Long.toString(run.phase().failed()),
                    DataTable.number(run.phase().throughput()),
                    DataTable.number(results.shareOfBurst(run.mode())),
                    DataTable.number(run.meanMillis()),
                    DataTable.number(run.millisAt(99)),
                    millis > 0
                            ? DataTable.number(millis)
                            : run.mostInstances() + " × " + run.usage().cpuMillis(),
                    DataTable.number(run.foreignMillis())));
        }
        section.table(new DataTable(
                "fig8",
                List.of(
                        "system",
                        "paper's name",
                        "due",
                        "done",
                        "failed",
                        "done/s",
                        "burst done within it",
                        "mean ms",
                        "p99 ms",
                        "NameNodes' millicores",
                        "foreign millicores"),
                rows));
    }

    private static void chart(Section section, BurstResults results, String name, List<Mode> modes) {
        List<DataTable.Column> columns = new ArrayList<>();
        for (Mode mode : modes) {
            PhaseMeasurement run = results.of(mode);
            if (run != null) {
                if (columns.isEmpty()) {
                    columns.add(new DataTable.Column("due", run.each(Count.OFFERED)));
                }
                columns.add(new DataTable.Column(mode.key(), run.each(Count.COMPLETED)));
            }
        }
        add(
                section,
                results,
                name,
                name.endsWith("others") ? "operations done by the others" : "operations done",
                "1/s",
                columns);
    }

    private static void instances(Section section, BurstResults results) {
        List<DataTable.Column> columns = new ArrayList<>();
        for (PhaseMeasurement run : results.all()) {
            if (!run.mode().isServerful()) {
                columns.add(new DataTable.Column(run.mode().key(), run.instances()));
            }
        }
        add(section, results, "fig8-instances", "instances", "", columns);
    }

    /** What used the CPU in each second, of systems that can be looked at. */
    private static void cpu(Section section, BurstResults results, PhaseMeasurement run) {
        if (!run.servers().isEmpty()) {
            String title = run.mode().key() + ": CPU";
            add(section, results, "fig8-cpu-" + run.mode().key(), title, "millicores", run.cpu());
        }
    }

    private static void add(
            Section section,
            BurstResults results,
            String name,
            String title,
            String unit,
            List<DataTable.Column> columns) {
        if (columns.isEmpty()) {
            return;
        }
        section.data(DataTable.ofSeconds(name, columns));
        section.draw(page -> page.chart(Charts.seconds(title, unit, columns, marks(results.load()))));
    }

    static List<LineChart.Mark> marks(BurstLoad load) {
        return List.of(new LineChart.Mark(load.burstFrom(), "burst"), new LineChart.Mark(load.burstTo(), "ends"));
    }
}
