package io.lambdafs.benchmark.harness.comparison;

import io.lambdafs.benchmark.harness.result.RunResult;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run of one system in a round.
 *
 * @param round from 1
 * @param position of the system in the round, from 1
 */
public record ComparedRun(int round, int position, String system, RunResult result) {
    /** What it left and how its operations ended, which must be the same of all systems of a round. */
    String outcome() {
        Map<String, String> counts = new TreeMap<>();
        result.phases()
                .forEach(phase -> phase.kinds()
                        .forEach((kind, sum) -> counts.merge(
                                kind.word(),
                                sum.succeeded() + "/" + sum.failed() + "/" + sum.falseReturns(),
                                (one, other) -> one + "+" + other)));
        return "namespace "
                + result.namespace()
                        .map(check -> (check.isRight() ? "" : "WRONG ") + check.digest())
                        .orElse("unknown")
                + ", ok/failed/false " + counts;
    }

    /** Whether a verdict has this status. */
    boolean has(int status) {
        return result.verdicts().stream().anyMatch(verdict -> verdict.status() == status);
    }
}
