package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.cost.Prices;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Single operations by a rising number of clients: client-driven scaling (figure 11) and performance per cost (figure 13). */
final class ClientScalingExperiment implements Experiment {
    private static final List<Mode> MODES =
            List.of(Mode.LAMBDAFS, Mode.SERVERFUL_CACHE, Mode.STATELESS, Mode.HTTP_ONLY);
    private static final String FOUND_SCALING =
            "From 8 to 1,024 clients λFS's throughput of read, stat and ls was 28.91, 8.22 and 20.53 times that of HopsFS on average, with 20 to 74"
                    + " instances; that of create 1.49 times, and of mkdir about the same. It was above HopsFS+Cache for read and ls, and equal for"
                    + " stat.";
    private static final String FOUND_COST =
            "λFS has the higher performance per cost for read and ls at all numbers of clients, and for stat at all but the largest, by the simplified cost"
                    + " model. At the largest it falls, because nearly all of the cores are in use.";
    private static final String HIDDEN =
            "More than the cores of this machine: with many clients the clients themselves use most of them. The paper's clients perform 3,072 operations"
                    + " each; here they perform as many as they can in some seconds.";

    @Override
    public String name() {
        return "clients";
    }

    @Override
    public List<Section> run(PaperLab lab) throws IOException, InterruptedException {
        List<Integer> clients = lab.options().small() ? List.of(4, 16) : List.of(4, 16, 64);
        SweepResults results = new SweepResults("clients", clients);
        for (Mode mode : lab.selected(MODES, MODES.subList(0, 2))) {
            try (MetadataService service = lab.start(mode, Setup.ofThisMachine(), lab.pick(120, 20))) {
                for (int count : clients) {
                    String name = "clients-" + mode.key() + "-" + count;
                    results.add(
                            mode,
                            count,
                            SingleOperations.measure(
                                    lab,
                                    service,
                                    name,
                                    count,
                                    lab.options().small() ? SingleOperations.READS : SingleOperations.ALL));
                }
            } catch (IOException e) {
                lab.say("failed: " + e.getMessage());
                results.addFailure(mode.key() + " was not measured: " + e.getMessage());
            }
        }
        return List.of(scaling(results), cost(results, lab.prices()));
    }

    private static Section scaling(SweepResults results) {
        Section section = new Section("fig11", "Figure 11: client-driven scaling", FOUND_SCALING, HIDDEN);
        ToDoubleFunction<PhaseMeasurement> throughput = run -> run.phase().throughput();
        section.table(results.table("fig11", throughput));
        section.data(results.table("fig11-instances", PhaseMeasurement::mostInstances));
        results.draw(section, "1/s", throughput);
        results.compare(section, Mode.LAMBDAFS, List.of(Mode.STATELESS, Mode.SERVERFUL_CACHE), throughput);
        results.failures().forEach(section::compare);
        return section;
    }

    private static Section cost(SweepResults results, Prices prices) {
        Section section = new Section("fig13", "Figure 13: performance per cost of single reads", FOUND_COST, HIDDEN);
        ToDoubleFunction<PhaseMeasurement> perCost = run -> run.phase().succeeded()
                / (run.mode().isServerful()
                        ? run.bill(prices).serverful()
                        : run.bill(prices).simplified());
        SweepResults reads = results.of(SingleOperations.READS);
        section.table(reads.table("fig13", perCost));
        reads.draw(section, "operations/s per $/s, simplified model", perCost);
        reads.compare(section, Mode.LAMBDAFS, List.of(Mode.SERVERFUL_CACHE), perCost);
        return section;
    }
}
