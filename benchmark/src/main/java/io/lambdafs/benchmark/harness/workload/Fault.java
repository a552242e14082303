package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.arrival.Amount;

/**
 * Something that is done to the system in the course of each phase.
 *
 * @param command that the shell runs on the machine of the run
 * @param atNanos when first, after the beginning of the phase
 * @param everyNanos how often again; 0 for once
 */
public record Fault(String command, long atNanos, long everyNanos) {
    private static final long LEAST = 100_000_000;

    public Fault {
        if (command.isBlank()) {
            throw new IllegalArgumentException("a fault needs a command, such as 'kill -9 PID'");
        }
        if (everyNanos != 0 && everyNanos < LEAST) {
            throw new IllegalArgumentException("a fault cannot be repeated more often than ten times a second");
        }
    }

    /** One that is repeated, the first time after one interval. */
    public static Fault every(String command, String interval) {
        long nanos = Amount.nanos("--kill-every", interval);
        return new Fault(command, nanos, nanos);
    }
}
