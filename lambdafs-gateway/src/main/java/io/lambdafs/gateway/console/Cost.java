package io.lambdafs.gateway.console;

import io.lambdafs.metrics.Change;

/**
 * What the functions would have cost at AWS Lambda's prices, by the model of the λFS paper: memory for the time that an instance
 * exists, and each call. Instances that wait for calls count too, so it is an upper bound of what a platform asks that charges for
 * calls only. Immutable.
 *
 * @param gigabyteSeconds memory given out times how long
 * @param calls calls by HTTP; those by TCP do not go through the platform
 */
record Cost(double gigabyteSeconds, double calls) {
    static final Cost NOTHING = new Cost(0, 0);

    /** US dollars for a gigabyte during a second. */
    private static final double GIGABYTE_SECOND = 0.0000166667;
    /** US dollars for a call. */
    private static final double CALL = 0.20 / 1_000_000;

    private static final double GIGABYTE = 1 << 30;

    /** This, and what was used between two readings. */
    Cost plus(Change change, double seconds) {
        return new Cost(
                gigabyteSeconds + change.after().sum("lambdafs_platform_memory_bytes") / GIGABYTE * seconds,
                calls + change.sum("lambdafs_platform_activations_total", sample -> true));
    }

    /** In US dollars. */
    double dollars() {
        return gigabyteSeconds * GIGABYTE_SECOND + calls * CALL;
    }
}
