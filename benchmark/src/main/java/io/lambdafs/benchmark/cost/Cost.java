package io.lambdafs.benchmark.cost;

/**
 * What instances of one size cost at AWS Lambda's prices, as the λFS paper reckons (section 5.2.5). Lambda gives CPU in proportion to memory, so an
 * instance is priced by its memory, or by the memory that comes with its CPU if that is more.
 *
 * <p>Pay per use: an instance costs something in the seconds in which it worked, which here is that it used CPU for
 * {@value #WORKING_MILLIS} ms or more; an instance that only keeps its connections uses less. Each call by HTTP has a fee. Provisioned: an instance costs
 * something from its start to its end, but while it is paused. Store, coordinator and platform are not included.
 *
 * @param memoryMb of an instance
 * @param cpuMillis of an instance, in thousandths of a core
 */
public record Cost(int memoryMb, int cpuMillis) {
    /** CPU time in a second from which on an instance counts as working. */
    public static final int WORKING_MILLIS = 10;

    /** Dollars; x86, first tier. */
    public static final double PER_GB_SECOND = 0.0000166667;

    /** Dollars for each call. */
    public static final double PER_CALL = 0.20 / 1_000_000;

    private static final double MB_PER_CORE = 1_769;
    private static final double MB_PER_GB = 1_024;

    /** Dollars for one instance in one second. */
    public double perInstanceSecond() {
        return Math.max(memoryMb, cpuMillis * MB_PER_CORE / 1_000) / MB_PER_GB * PER_GB_SECOND;
    }

    /** Dollars for so many instances that worked in a second, and so many calls by HTTP. */
    public double payPerUse(int working, long calls) {
        return working * perInstanceSecond() + calls * PER_CALL;
    }

    /** Dollars for so many instances that were there in a second. */
    public double provisioned(int present) {
        return present * perInstanceSecond();
    }
}
