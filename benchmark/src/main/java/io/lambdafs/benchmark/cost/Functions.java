package io.lambdafs.benchmark.cost;

/**
 * What functions cost that are billed by the call and its duration, behind a gateway for HTTP.
 *
 * @param calls that were made
 * @param seconds that they ran, together
 * @param instance whose price it is
 */
public record Functions(long calls, double seconds, Cost instance) {
    /** Dollars of AWS's API Gateway for a million calls, as in table 1 of the paper of FaaSFS. */
    public static final double GATEWAY_PER_MILLION = 3.50;

    private static final double MILLION = 1e6;

    /** Dollars of the functions for a million calls. */
    public double functionsPerMillion() {
        return (seconds / calls * instance.perInstanceSecond() + Cost.PER_CALL) * MILLION;
    }

    /** Dollars for a million calls. */
    public double totalPerMillion() {
        return functionsPerMillion() + GATEWAY_PER_MILLION;
    }
}
