package io.lambdafs.benchmark.simulation.parameters;

/**
 * The CPU time of a process for an operation, in microseconds.
 *
 * @param alone if the process sleeps when it is asked, as for a lone caller
 * @param together if other requests keep it awake, as for 64 callers
 * @param beside what it takes besides if it sleeps when it is asked, and what nobody waits for: threads that look for work again and again, and that go to
 *     sleep
 */
public record CpuCost(double alone, double together, double beside) {
    /** None. */
    public static final CpuCost NONE = new CpuCost(0, 0, 0);

    /** A part of it. */
    public CpuCost times(double factor) {
        return new CpuCost(alone * factor, together * factor, beside * factor);
    }
}
