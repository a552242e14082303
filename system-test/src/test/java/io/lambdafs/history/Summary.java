package io.lambdafs.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sum of what the simulator found and of many histories. Used by one thread. */
final class Summary {
    private SimulatorRun.@Nullable Report simulator;
    private int histories;
    private long operations;
    private long unknown;
    private long faults;
    private int violations;
    private int undecided;
    private int lost;
    private long instances;

    void add(SimulatorRun.Report report) {
        simulator = report;
    }

    void add(ProcessHistory.Report report) {
        histories++;
        operations += report.finding().operations();
        unknown += report.finding().unknown();
        faults += report.work().faults();
        lost += report.finding().lost();
        if (report.finding().isViolation()) {
            violations++;
        } else if (!report.finding().isLinearizable()) {
            undecided++;
        }
    }

    /** So many function instances were started for the histories. */
    void started(long count) {
        instances += count;
    }

    /** Whether one of the histories cannot be. */
    boolean hasViolation() {
        return violations > 0;
    }

    /** Whether something was checked, every history was decided, and all was in order. */
    boolean isClean() {
        boolean simulated = simulator != null;
        boolean inOrder = simulator == null || simulator.replay().isEmpty();
        return (simulated || histories > 0) && inOrder && violations == 0 && undecided == 0;
    }

    /** A line for the simulator and one for the histories; what was left out has no line. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        if (simulator != null) {
            lines.add(simulator.toString());
        }
        if (histories > 0) {
            lines.add(String.format(
                    "%d histories, %d operations (%d with unknown outcome), %d faults: %d violations, %d undecided, %d lost"
                            + " writes; %d instances started",
                    histories, operations, unknown, faults, violations, undecided, lost, instances));
        }
        return String.join("\n", lines);
    }
}
