package io.lambdafs.openwhisk.platform.pool;

import java.util.Collection;

/**
 * How much memory was given out for how long, which is what function platforms charge for. An instance counts from its creation until it ends, except
 * while it is paused. Not thread-safe.
 */
final class MemoryTime {
    private static final double MB_PER_GB = 1 << 10;
    private static final double MILLIS = 1_000;

    private long mbMillis;
    private long lastMillis = Long.MIN_VALUE;

    /** Time has passed until this moment, in which there were these instances. */
    void advance(Collection<PooledInstance> instances, long nowMillis) {
        if (lastMillis != Long.MIN_VALUE && nowMillis > lastMillis) {
            long memoryMb = 0;
            for (PooledInstance instance : instances) {
                if (instance.state() != PooledInstance.State.PAUSED) {
                    memoryMb += instance.memoryMb();
                }
            }
            mbMillis += memoryMb * (nowMillis - lastMillis);
        }
        lastMillis = Math.max(lastMillis, nowMillis);
    }

    /** In units of 2^30 bytes for a second. */
    double gigabyteSeconds() {
        return mbMillis / MB_PER_GB / MILLIS;
    }
}
