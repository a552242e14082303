package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The program: makes the experiments, prints their verdicts and writes their results. The script {@code benchmark/run} calls it. */
public final class Elastic {
    private static final int USAGE = 2;
    private static final List<ElasticExperiment> EXPERIMENTS = List.of(
            new StepExperiment(),
            new ScalingExperiment(),
            new IdleExperiment(),
            new KillExperiment(),
            new StragglerExperiment(),
            new SmallPoolExperiment());

    private Elastic() {}

    /** Takes the arguments of {@link ElasticOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = System.out;
        ElasticOptions options;
        try {
            options = ElasticOptions.parse(args, names());
        } catch (IllegalArgumentException e) {
            out.println("benchmark: " + e.getMessage());
            out.flush();
            System.exit(USAGE);
            return;
        }
        Lab lab = new Lab(options, out);
        ElasticResultFiles files = new ElasticResultFiles(options);
        List<Outcome> outcomes = new ArrayList<>();
        for (String name : options.only()) {
            ElasticExperiment experiment = named(name);
            out.println(experiment.name() + ": " + experiment.title());
            out.flush();
            outcomes.add(attempt(experiment, lab));
            // After each, so that nothing is lost if a later one fails.
            files.write(outcomes);
        }
        for (Outcome outcome : outcomes) {
            outcome.notes().forEach(note -> out.println(outcome.name() + ": " + note));
        }
        Verdict verdict = Verdict.of(
                outcomes.stream().flatMap(outcome -> outcome.targets().stream()).toList(), out);
        out.println("timelines, figures and plots are in " + options.out());
        System.exit(verdict.status());
    }

    private static Outcome attempt(ElasticExperiment experiment, Lab lab) throws InterruptedException {
        try {
            return experiment.run(lab);
        } catch (IOException | RuntimeException e) {
            String reason = String.valueOf(e.getMessage());
            lab.say("failed: " + reason);
            return new Outcome(
                    experiment.name(),
                    experiment.title(),
                    List.of(Target.atLeast(experiment.name() + ": could be made", 0, 1, "")),
                    List.of(),
                    List.of("It failed: " + reason));
        }
    }

    private static List<String> names() {
        return EXPERIMENTS.stream().map(ElasticExperiment::name).toList();
    }

    private static ElasticExperiment named(String name) {
        return EXPERIMENTS.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
