package io.lambdafs.history;

/** The sum of many histories. Used by one thread. */
final class Summary {
    private int histories;
    private long operations;
    private long unknown;
    private long faults;
    private int violations;
    private int undecided;
    private int lost;

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

    /** Whether every history was decided, and to be in order. */
    boolean isClean() {
        return histories > 0 && violations == 0 && undecided == 0;
    }

    @Override
    public String toString() {
        return String.format(
                "%d histories, %d operations (%d with unknown outcome), %d faults: %d violations, %d undecided, %d lost writes",
                histories, operations, unknown, faults, violations, undecided, lost);
    }
}
