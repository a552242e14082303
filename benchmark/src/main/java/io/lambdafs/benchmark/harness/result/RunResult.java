package io.lambdafs.benchmark.harness.result;

import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run was asked for, and what it measured.
 *
 * @param begun when it began
 * @param settings what was asked for, by the names of the options, in their order
 * @param phases results, in the order of the phases
 * @param events what was done to the system meanwhile
 * @param namespace the comparison of the namespace afterwards with what it has to be, if there was one
 * @param noise what else used the machine, if that was measured
 * @param verdicts what was wrong, in sentences; none if all is well
 */
public record RunResult(
        Instant begun,
        Map<String, String> settings,
        List<PhaseResult> phases,
        List<Event> events,
        Optional<NamespaceCheck> namespace,
        Optional<Noise> noise,
        List<Verdict> verdicts) {
    public RunResult {
        phases = List.copyOf(phases);
        events = List.copyOf(events);
        verdicts = List.copyOf(verdicts);
    }

    /**
     * Something that was wrong.
     *
     * @param status what the program ends with because of it
     * @param text a sentence
     */
    public record Verdict(int status, String text) {}

    /** What the program ends with: 0, or the least status of a verdict. */
    public int status() {
        return verdicts.stream().mapToInt(Verdict::status).min().orElse(0);
    }

    /** Operations that failed, in all phases. */
    public long failed() {
        return phases.stream().mapToLong(PhaseResult::failed).sum();
    }
}
