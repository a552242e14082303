package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.plot.BarChart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** λFS with auto-scaling, with at most two instances of a function, and with one: figure 14. */
final class AblationExperiment implements Experiment {
    private static final int CLIENTS = 64;
    private static final String ON = "enabled";
    private static final String LIMITED = "limited";
    private static final String OFF = "disabled";
    private static final String FOUND =
            "With auto-scaling λFS did 2.85 to 3.17 times the reads and stats of limited auto-scaling (two or three instances of a function), and 3.53 to"
                    + " 3.80 times those of one instance; 3.07 and 14.37 times for ls. For writes the difference is small, because the store is the"
                    + " limit.";
    private static final String HIDDEN =
            "Many instances: there is one function, and the pool has room for eight instances of it. What is gained by more is limited by the cores that"
                    + " clients and instances share.";

    @Override
    public String name() {
        return "ablation";
    }

    @Override
    public List<Section> run(PaperLab lab) throws IOException, InterruptedException {
        Map<String, Map<String, PhaseMeasurement>> measured = new LinkedHashMap<>();
        Map<String, Integer> variants = new LinkedHashMap<>(Map.of(ON, 0));
        if (!lab.options().small()) {
            variants.put(LIMITED, 2);
        }
        variants.put(OFF, 1);
        List<String> operations = lab.options().small() ? List.of("statFile") : SingleOperations.ALL;
        for (Map.Entry<String, Integer> variant : variants.entrySet()) {
            Setup setup = Setup.ofThisMachine().with(1, variant.getValue());
            try (MetadataService service = lab.start(Mode.LAMBDAFS, setup, lab.pick(60, 15))) {
                measured.put(
                        variant.getKey(),
                        SingleOperations.measure(
                                lab, service, "ablation-" + variant.getKey(), lab.pick(CLIENTS, 16), operations));
            }
        }
        return List.of(section(measured, operations));
    }

    private static Section section(Map<String, Map<String, PhaseMeasurement>> measured, List<String> operations) {
        Section section = new Section("fig14", "Figure 14: auto-scaling", FOUND, HIDDEN);
        List<List<String>> rows = new ArrayList<>();
        for (String operation : operations) {
            List<String> row = new ArrayList<>(List.of(operation));
            List<BarChart.Bar> bars = new ArrayList<>();
            for (String variant : List.of(ON, LIMITED, OFF)) {
                double throughput = throughput(measured, variant, operation);
                row.add(DataTable.number(throughput));
                bars.add(new BarChart.Bar(variant, throughput));
            }
            PhaseMeasurement on = measured.getOrDefault(ON, Map.of()).get(operation);
            row.add(on == null ? "" : Integer.toString(on.mostInstances()));
            rows.add(row);
            section.draw(page -> page.chart(Charts.bars(operation, "1/s", bars)));
            compare(section, measured, operation, OFF, "one instance does");
            compare(section, measured, operation, LIMITED, "two do");
        }
        section.table(new DataTable(
                "fig14", List.of("operation", ON + " 1/s", LIMITED + " 1/s", OFF + " 1/s", "instances, " + ON), rows));
        return section;
    }

    private static void compare(
            Section section,
            Map<String, Map<String, PhaseMeasurement>> measured,
            String operation,
            String variant,
            String what) {
        double ratio = throughput(measured, ON, operation) / throughput(measured, variant, operation);
        if (Double.isFinite(ratio)) {
            section.compare(
                    String.format(Locale.ROOT, "%s: with auto-scaling %.2f times what %s.", operation, ratio, what));
        }
    }

    private static double throughput(
            Map<String, Map<String, PhaseMeasurement>> measured, String variant, String operation) {
        PhaseMeasurement run = measured.getOrDefault(variant, Map.of()).get(operation);
        return run == null ? Double.NaN : run.phase().throughput();
    }
}
