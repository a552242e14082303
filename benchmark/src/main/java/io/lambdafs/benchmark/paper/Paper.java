package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The program: makes the paper's experiments, prints their verdicts and writes the report. The script {@code benchmark/run} calls it. */
public final class Paper {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final List<Experiment> EXPERIMENTS = List.of(
            new BurstExperiment(),
            new FaultExperiment(),
            new SubtreeExperiment(),
            new ClientScalingExperiment(),
            new AblationExperiment(),
            new ResourceScalingExperiment());

    private Paper() {}

    /** Takes the arguments of {@link PaperOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = System.out;
        PaperOptions options;
        Prices prices;
        try {
            options = PaperOptions.parse(
                    args, EXPERIMENTS.stream().map(Experiment::name).toList());
            prices = options.prices().isPresent() ? Prices.read(options.prices().get()) : Prices.paper();
        } catch (IllegalArgumentException | IOException e) {
            out.println("benchmark: " + e.getMessage());
            out.flush();
            System.exit(USAGE);
            return;
        }
        PaperFiles files = new PaperFiles(options.out(), remark(options));
        List<Section> sections = new ArrayList<>();
        try (PaperLab lab = new PaperLab(options, prices, out)) {
            for (Experiment experiment : EXPERIMENTS) {
                if (options.only().contains(experiment.name())) {
                    out.println(experiment.name() + " (" + lab.secondsLeft() + " s left)");
                    out.flush();
                    sections.addAll(attempt(experiment, lab));
                    // After each, so that nothing is lost if a later one fails.
                    files.write(sections);
                }
            }
        }
        sections.forEach(section -> section.comparisons().forEach(line -> out.println(section.key() + ": " + line)));
        Verdict verdict = Verdict.of(
                sections.stream().flatMap(section -> section.targets().stream()).toList(), out);
        out.println("the report is " + files.page());
        System.exit(sections.stream().anyMatch(Section::isFailed) ? FAILED : verdict.status());
    }

    private static String remark(PaperOptions options) {
        Setup setup = Setup.ofThisMachine();
        return "Measured on one machine with " + Runtime.getRuntime().availableProcessors()
                + " cores, which also carries the store, the platform and the clients. All NameNodes of a system together may use "
                + setup.poolMillis() + " thousandths of a core, an instance of λFS " + setup.instanceMillis()
                + ", without a limit in the first five seconds after its start; where there is a fixed number of NameNodes there are "
                + Mode.SERVERS
                + " that divide all of it. Stock HDFS has one NameNode without a limit. So the figures show how systems compare,"
                + " and not how fast they are. Response times count from when an operation was due."
                + (options.small()
                        ? " This was a small run, which shows that everything works. Its figures mean little."
                        : "");
    }

    private static List<Section> attempt(Experiment experiment, PaperLab lab) throws InterruptedException {
        try {
            return experiment.run(lab);
        } catch (IOException | RuntimeException e) {
            String reason = String.valueOf(e.getMessage());
            lab.say("failed: " + reason);
            Section section = new Section(experiment.name(), experiment.name(), "See the paper.", "Not measured.");
            section.fail(reason);
            return List.of(section);
        }
    }
}
