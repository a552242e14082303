package io.lambdafs.benchmark.cost;

/**
 * What machines that are always on cost behind a load balancer, at AWS's prices on demand in us-east-1, those with which the paper of FaaSFS reckons its
 * table 1.
 *
 * @param machines m5.large, each of two virtual cores and 8 GB
 * @param perSecond requests a second that they serve on average
 */
public record Servers(int machines, double perSecond) {
    /** Dollars for an m5.large. */
    public static final double MACHINE_HOUR = 0.096;

    /** Dollars for a load balancer with one unit of its capacity. */
    public static final double BALANCER_HOUR = 0.0225 + 0.008;

    private static final double MILLION = 1e6;
    private static final double SECONDS_PER_HOUR = 3_600;

    /** Dollars of the machines for a million requests. */
    public double machinesPerMillion() {
        return perMillion(machines * MACHINE_HOUR);
    }

    /** Dollars of the load balancer for a million requests. */
    public double balancerPerMillion() {
        return perMillion(BALANCER_HOUR);
    }

    /** Dollars for a million requests. */
    public double totalPerMillion() {
        return machinesPerMillion() + balancerPerMillion();
    }

    /** The requests a second up to which paying so many dollars for a million of them costs less than these machines. */
    public double breakEvenPerSecond(double dollarsPerMillion) {
        return (machines * MACHINE_HOUR + BALANCER_HOUR) / SECONDS_PER_HOUR / dollarsPerMillion * MILLION;
    }

    private double perMillion(double dollarsPerHour) {
        return dollarsPerHour / (perSecond * SECONDS_PER_HOUR) * MILLION;
    }
}
