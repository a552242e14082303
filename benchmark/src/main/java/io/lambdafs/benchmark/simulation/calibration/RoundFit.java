package io.lambdafs.benchmark.simulation.calibration;

/**
 * What one round takes, in microseconds, by how much more a write takes with two and with four members than with one. Means of a {@code create}, which has
 * two rounds, and of a {@code mkdirs}.
 *
 * @param duration how much longer the write takes with one further member
 */
record RoundFit(double leader, double member, double coordinator, double coordinatorMember, double duration) {
    private static final String INSTANCES = "instances";
    private static final String COORDINATOR = "zookeeper";

    static RoundFit of(MeasuredRounds measured, int callers) {
        RoundFit create = of(measured, "create", callers, 2);
        RoundFit mkdirs = of(measured, "mkdirs", callers, 1);
        return new RoundFit(
                mean(create.leader(), mkdirs.leader()),
                mean(create.member(), mkdirs.member()),
                mean(create.coordinator(), mkdirs.coordinator()),
                mean(create.coordinatorMember(), mkdirs.coordinatorMember()),
                mean(create.duration(), mkdirs.duration()));
    }

    private static RoundFit of(MeasuredRounds measured, String work, int callers, int rounds) {
        MeasuredCell one = measured.cell(work, callers, "members-1");
        MeasuredCell two = measured.cell(work, callers, "members-2");
        MeasuredCell four = measured.cell(work, callers, "members-4");
        double member = positive(four.cpu(INSTANCES) - two.cpu(INSTANCES)) / (2 * rounds);
        double coordinatorMember = positive(four.cpu(COORDINATOR) - two.cpu(COORDINATOR)) / (2 * rounds);
        return new RoundFit(
                positive((two.cpu(INSTANCES) - one.cpu(INSTANCES)) / rounds - member),
                member,
                positive((two.cpu(COORDINATOR) - one.cpu(COORDINATOR)) / rounds - coordinatorMember),
                coordinatorMember,
                positive(two.p50Micros() - one.p50Micros()) / rounds);
    }

    /** What of its duration is neither CPU time nor syncs. */
    double rest(double syncs) {
        return positive(duration - syncs - leader - member - coordinator - coordinatorMember);
    }

    /** The same with so many times the CPU time. */
    RoundFit times(double factor) {
        return new RoundFit(
                leader * factor, member * factor, coordinator * factor, coordinatorMember * factor, duration);
    }

    private static double mean(double one, double other) {
        return (one + other) / 2;
    }

    private static double positive(double number) {
        return Math.max(0, number);
    }
}
