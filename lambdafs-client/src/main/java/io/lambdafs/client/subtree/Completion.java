package io.lambdafs.client.subtree;

import io.lambdafs.wire.subtree.Mechanism;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs the mechanisms of a policy after the operations: stages one after the other, those of a stage at once. */
final class Completion {
    private Completion() {}

    /** What one mechanism does. */
    interface Run {
        void mechanism(Mechanism mechanism) throws IOException;
    }

    /** Runs all mechanisms but {@code append_client_journal}, which the operations were. The first failure ends it. */
    static void run(SubtreePolicy policy, Run run) throws IOException {
        for (List<Mechanism> stage : policy.stages()) {
            if (stage.size() > 1) {
                atOnce(stage, run);
            } else if (stage.get(0) != Mechanism.APPEND_CLIENT_JOURNAL) {
                run.mechanism(stage.get(0));
            }
        }
    }

    private static void atOnce(List<Mechanism> stage, Run run) throws IOException {
        List<Together.Step> steps = new ArrayList<>();
        for (Mechanism mechanism : stage) {
            steps.add(() -> run.mechanism(mechanism));
        }
        Together.all("lambdafs-subtree-complete", steps);
    }
}
