package io.lambdafs.benchmark.paper;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Single operations with a rising amount of CPU: figure 12. */
final class ResourceScalingExperiment implements Experiment {
    private static final int FUNCTIONS = 2;
    private static final List<Mode> MODES = List.of(Mode.LAMBDAFS, Mode.STATELESS);
    private static final String FOUND =
            "From 16 to 512 cores λFS's throughput of read, stat and ls became 34.60, 34.80 and 72.08 times as much, and was 30.67, 9.30 and 20.69 times"
                    + " that of HopsFS at 512. For writes the store is the limit.";
    private static final String HIDDEN =
            "A factor of 32 between the smallest and the largest: this machine has room for a factor of four. The largest pool leaves 0.4 of the cores to"
                    + " the clients and the store, which are then the limit.";
    private static final int CLIENTS = 32;

    @Override
    public String name() {
        return "resources";
    }

    @Override
    public List<Section> run(PaperLab lab) throws IOException, InterruptedException {
        int all = Setup.ofThisMachine().poolMillis();
        List<Integer> pools = lab.options().small() ? List.of(all / 2) : List.of(all / 4, all / 2, all);
        SweepResults results = new SweepResults("millicores", pools);
        for (int pool : pools) {
            for (Mode mode : lab.selected(MODES, MODES.subList(0, 1))) {
                // So small that the smallest pool has room for one instance of each function.
                Setup setup = Setup.ofThisMachine()
                        .withPool(pool)
                        .withInstances(pools.get(0) / FUNCTIONS)
                        .with(FUNCTIONS, 0);
                try (MetadataService service = lab.start(mode, setup, lab.pick(60, 15))) {
                    String name = "resources-" + mode.key() + "-" + pool;
                    List<String> operations = lab.options().small() ? SingleOperations.READS : SingleOperations.ALL;
                    results.add(mode, pool, SingleOperations.measure(lab, service, name, CLIENTS, operations));
                } catch (IOException e) {
                    lab.say("failed: " + e.getMessage());
                    results.addFailure(
                            mode.key() + " with " + pool + " millicores was not measured: " + e.getMessage());
                }
            }
        }
        return List.of(section(results, pools));
    }

    private static Section section(SweepResults results, List<Integer> pools) {
        Section section = new Section("fig12", "Figure 12: resource scaling", FOUND, HIDDEN);
        ToDoubleFunction<PhaseMeasurement> throughput = run -> run.phase().throughput();
        section.table(results.table("fig12", throughput));
        results.draw(section, "1/s", throughput);
        int least = pools.get(0);
        int most = pools.get(pools.size() - 1);
        for (String operation : results.operations()) {
            double grown = results.of(Mode.LAMBDAFS, most, operation, throughput)
                    / results.of(Mode.LAMBDAFS, least, operation, throughput);
            if (most > least && Double.isFinite(grown)) {
                section.compare(String.format(
                        Locale.ROOT,
                        "%s: with %.0f times the CPU lambdafs does %.2f times as much.",
                        operation,
                        (double) most / least,
                        grown));
            }
        }
        results.compare(section, Mode.LAMBDAFS, List.of(Mode.STATELESS), throughput);
        results.failures().forEach(section::compare);
        return section;
    }
}
