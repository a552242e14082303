package io.lambdafs.benchmark.stack;

import io.lambdafs.benchmark.cost.Cost;

/**
 * One second of a run as the machine and the platform show it. CPU times are in milliseconds of that second.
 *
 * @param present instances that were there at its end and not paused
 * @param starting those of them that were being started
 * @param paused instances that were there and paused
 * @param working instances that used CPU in it, as {@link Cost} defines it
 * @param coldStarts instances that were started in it
 * @param scaleOuts how often load made an instance start or continue
 * @param evictions instances that were ended for others
 * @param queued calls that waited for a place at its end
 * @param foreignCpu what processes used that have nothing to do with the run
 */
public record ServerSecond(
        int present,
        int starting,
        int paused,
        int working,
        long coldStarts,
        long scaleOuts,
        long evictions,
        int queued,
        long instanceCpu,
        long storeCpu,
        long coordinatorCpu,
        long platformCpu,
        long clientCpu,
        long foreignCpu) {
    /** A second of which nothing is known. */
    public static ServerSecond unknown() {
        return new ServerSecond(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
}
