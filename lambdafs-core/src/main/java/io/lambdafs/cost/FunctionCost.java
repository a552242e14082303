package io.lambdafs.cost;

/**
 * What functions would have cost at AWS Lambda's prices, by the simplified model of the λFS paper (section 5): memory for the time that an instance exists
 * and is not paused, and each call. Instances that wait for calls count too, so it is an upper bound of what a platform asks that charges for
 * calls only. Immutable.
 *
 * @param gigabyteSeconds memory given out, in units of 2^30 bytes, times how long
 * @param calls calls by HTTP; those by TCP do not go through the platform
 */
public record FunctionCost(double gigabyteSeconds, double calls) {
    /** Nothing was used. */
    public static final FunctionCost NOTHING = new FunctionCost(0, 0);

    /** US dollars for a gigabyte during a second. */
    private static final double GIGABYTE_SECOND = 0.0000166667;
    /** US dollars for a call. */
    private static final double CALL = 0.20 / 1_000_000;

    /** This, and what was used besides. */
    public FunctionCost plus(double moreGigabyteSeconds, double moreCalls) {
        return new FunctionCost(gigabyteSeconds + moreGigabyteSeconds, calls + moreCalls);
    }

    /** In US dollars. */
    public double dollars() {
        return gigabyteSeconds * GIGABYTE_SECOND + calls * CALL;
    }
}
