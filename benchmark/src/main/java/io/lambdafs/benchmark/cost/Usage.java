package io.lambdafs.benchmark.cost;

/**
 * What a run used, for its bill.
 *
 * @param seconds how long it took
 * @param memoryMb of a function instance; 0 if there are none
 * @param cpuMillis of a function instance, in thousandths of a core
 * @param busySeconds of all instances together, in which a request was executing
 * @param presentSeconds of all instances together, in which they were there and not paused
 * @param httpCalls calls by HTTP
 * @param serverMillis thousandths of a core that servers have for the whole run
 * @param storeCpuSeconds CPU time of the metadata store
 * @param platformCpuSeconds CPU time of platform and coordinator
 */
public record Usage(
        double seconds,
        int memoryMb,
        int cpuMillis,
        double busySeconds,
        double presentSeconds,
        long httpCalls,
        int serverMillis,
        double storeCpuSeconds,
        double platformCpuSeconds) {}
