package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.harness.result.PhaseResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rename of directories with many files: table 3. */
final class SubtreeExperiment implements Experiment {
    private static final List<Mode> MODES = List.of(Mode.LAMBDAFS, Mode.STATELESS, Mode.HDFS);
    private static final int RENAMES = 8;
    private static final int PATIENCE = 150;
    private static final String FOUND =
            "The mv of a directory of 2^18 files took λFS 6,456 ms and HopsFS 7,512 ms; of 2^19 files 12,509 and 14,185 ms; of 2^20 files 25,221 and"
                    + " 25,137 ms. For large subtrees the store is the limit.";
    private static final String HIDDEN =
            "Directories of the paper's size, which take too long to fill here: 'benchmark/run subtree' has one of 2^20 files. λFS's rename of a directory"
                    + " does not touch its files, so the time should not depend on their number; the paper's does.";

    @Override
    public String name() {
        return "subtree";
    }

    @Override
    public List<Section> run(PaperLab lab) throws IOException, InterruptedException {
        List<Integer> sizes = lab.options().small() ? List.of(64) : List.of(256, 1_024, 4_096);
        Map<Mode, List<Double>> millis = new EnumMap<>(Mode.class);
        for (Mode mode : lab.selected(MODES, MODES.subList(0, 1))) {
            try (MetadataService service = lab.start(mode, Setup.ofThisMachine(), lab.pick(70, 12))) {
                List<Double> own = new ArrayList<>();
                for (int size : sizes) {
                    own.add(mean(service, mode, size));
                }
                millis.put(mode, own);
            }
        }
        return List.of(section(sizes, millis));
    }

    /** What a rename takes on average, in milliseconds. */
    private static double mean(MetadataService service, Mode mode, int size) throws IOException, InterruptedException {
        PhaseResult phase = service.run(
                        "subtree-" + mode.key() + "-" + size,
                        PATIENCE,
                        List.of(
                                "--workload",
                                "raw:renameTree",
                                "--clients",
                                "1",
                                "--subtrees",
                                "1",
                                "--tree",
                                "initial=1,subtree-files=" + size,
                                "--ops-per-client",
                                Integer.toString(RENAMES),
                                "--duration",
                                "20s",
                                "--warmup",
                                "0s"))
                .get(0)
                .phase();
        return phase.succeeded() == RENAMES ? phase.service().getMean() / 1e3 : Double.NaN;
    }

    private static Section section(List<Integer> sizes, Map<Mode, List<Double>> millis) {
        Section section = new Section("table3", "Table 3: subtree operations", FOUND, HIDDEN);
        List<String> heads = new ArrayList<>(List.of("files"));
        millis.keySet().forEach(mode -> heads.add(mode.key() + " ms"));
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(sizes.get(i))));
            for (List<Double> own : millis.values()) {
                row.add(DataTable.number(own.get(i)));
            }
            rows.add(row);
        }
        section.table(new DataTable("table3", heads, rows));
        List<Double> lambda = millis.getOrDefault(Mode.LAMBDAFS, List.of());
        List<Double> stateless = millis.getOrDefault(Mode.STATELESS, List.of());
        for (int i = 0; i < sizes.size() && i < lambda.size() && i < stateless.size(); i++) {
            section.compare(String.format(
                    Locale.ROOT,
                    "%d files: lambdafs takes %.2f times what stateless takes (0.86, 0.88 and 1.00 in the paper).",
                    sizes.get(i),
                    lambda.get(i) / stateless.get(i)));
        }
        return section;
    }
}
