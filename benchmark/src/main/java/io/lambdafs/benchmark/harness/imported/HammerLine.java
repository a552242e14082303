package io.lambdafs.benchmark.harness.imported;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import java.util.Locale;

/** The lines that hammer-bench writes into {@code hopsresults.txt}. */
public final class HammerLine {
    private static final double MICROS_PER_MILLI = 1000;

    private HammerLine() {}

    /**
     * How many NameNodes there are.
     *
     * @param expected by the file
     * @param alive as the file system says, or 1 if it says nothing
     */
    public record NameNodes(int expected, int alive) {}

    /** The line of a phase with a mix. Its latency is in milliseconds. */
    public static String interleaved(PhaseResult phase, NameNodes nameNodes) {
        return "Speed-/sec: " + round(phase.throughput())
                + " Successful-Ops: " + round((double) phase.succeeded())
                + " Failed-Ops: " + round((double) phase.failed())
                + " Avg-Ops-Latency: " + round(phase.service().getMean() / MICROS_PER_MILLI)
                + " Avg-Test-Duration-sec " + round(phase.elapsedNanos() / 1e9)
                + " No of Expected NNs : " + nameNodes.expected()
                + " No of Actual Alive NNs : " + nameNodes.alive();
    }

    /** The line of a phase with one kind of operation. */
    public static String raw(PhaseResult phase, OperationKind kind, NameNodes nameNodes) {
        return kind.hammerName() + " " + round(phase.throughput()) + " ops/sec. "
                + " Successful-Ops: " + round((double) phase.succeeded())
                + " Failed-Ops: " + round((double) phase.failed())
                + " Avg-Test-Duration-sec " + round(phase.elapsedNanos() / 1e9)
                + " No of Expected NNs " + nameNodes.expected()
                + " No of Actual Alive NNs " + nameNodes.alive();
    }

    /** At least five characters with two decimals. */
    private static String round(double value) {
        return String.format(Locale.ROOT, "%5.2f", value);
    }
}
