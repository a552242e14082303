package io.lambdafs.openwhisk.platform.pool;

/**
 * The limits of one action: time, memory, log size and activations at once in one container, and CPU.
 *
 * @param cpuMillis the share of a core that one container may use, in thousandths; {@value #UNLIMITED_CPU} does not throttle it.
 *     OpenWhisk has no such limit, so it is an annotation of the action
 */
public record ActionLimits(int timeoutMillis, int memoryMb, int logsMb, int concurrency, int cpuMillis) {
    /** A container of such an action uses as much CPU as it gets. */
    public static final int UNLIMITED_CPU = 0;

    /** Limits without one of CPU. */
    public ActionLimits(int timeoutMillis, int memoryMb, int logsMb, int concurrency) {
        this(timeoutMillis, memoryMb, logsMb, concurrency, UNLIMITED_CPU);
    }

    /** The same with another limit of CPU. */
    public ActionLimits withCpuMillis(int newCpuMillis) {
        return new ActionLimits(timeoutMillis, memoryMb, logsMb, concurrency, newCpuMillis);
    }
}
