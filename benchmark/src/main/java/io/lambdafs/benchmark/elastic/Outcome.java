package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.load.LoadNamespace;
import io.lambdafs.benchmark.verdict.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of an experiment.
 *
 * @param targets figures beside what they must be
 * @param runs the loads of which it is made up
 * @param notes what has to be known to understand the figures
 */
record Outcome(String name, String title, List<Target> targets, List<Run> runs, List<String> notes) {
    Outcome {
        targets = List.copyOf(targets);
        runs = List.copyOf(runs);
        notes = List.copyOf(notes);
    }

    /** Collects an outcome. For one thread. */
    static final class Draft {
        private final ElasticExperiment experiment;
        private final List<Target> targets = new ArrayList<>();
        private final List<Run> runs = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        Draft(ElasticExperiment experiment) {
            this.experiment = experiment;
        }

        Run add(Run run) {
            runs.add(run);
            return run;
        }

        void must(Target target) {
            targets.add(target);
        }

        void note(String note) {
            notes.add(note);
        }

        /** No entry may be lost, and none there that nobody made. */
        void must(String what, LoadNamespace namespace) {
            targets.add(Target.atMost(
                    what + ": entries lost or too many", namespace.lost() + (double) namespace.extra(), 0, ""));
            if (namespace.unsure() > 0) {
                note(what + ": of " + namespace.unsure()
                        + " paths nobody knows whether they should be there, because their operation failed");
            }
        }

        Outcome outcome() {
            return new Outcome(experiment.name(), experiment.title(), targets, runs, notes);
        }
    }
}
