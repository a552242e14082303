package io.lambdafs.openwhisk.platform.pool;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The state of the pool at one moment, for people and tests.
 *
 * @param calls that have come
 * @param gigabyteSeconds memory of instances that were not paused, in units of 2^30 bytes, times how long
 */
public record PoolView(
        List<InstanceView> instances,
        int usedMemoryMb,
        int usedCpuMillis,
        int queued,
        long coldStarts,
        long scaleOuts,
        long evictions,
        long calls,
        double gigabyteSeconds,
        StemCells.View stemCells) {
    /** One instance; pid and port are 0, and its usage unknown, until its process has been started. */
    public record InstanceView(
            long id,
            String action,
            String version,
            String state,
            long pid,
            int port,
            int active,
            long activations,
            int memoryMb,
            int cpuMillis,
            InstanceUsage usage,
            boolean declinesSibling,
            long startedMillis,
            long lastUsedMillis) {
        private static final String BUSY = "busy";

        static InstanceView of(PooledInstance pooled, Optional<RunningInstance> running) {
            Optional<Instance> process = running.flatMap(RunningInstance::process);
            return new InstanceView(
                    pooled.id(),
                    pooled.action().name(),
                    pooled.action().version(),
                    state(pooled),
                    process.map(Instance::pid).orElse(0L),
                    process.map(Instance::address)
                            .map(InetSocketAddress::getPort)
                            .orElse(0),
                    pooled.active(),
                    pooled.served(),
                    pooled.memoryMb(),
                    pooled.action().limits().cpuMillis(),
                    process.map(Instance::usage).orElse(InstanceUsage.UNKNOWN),
                    pooled.declinesSibling(),
                    running.map(RunningInstance::startedMillis).orElse(0L),
                    pooled.lastUsedMillis());
        }

        /** Whether it can answer now. */
        boolean isRunning() {
            return state.equals("warm") || state.equals(BUSY);
        }

        private static String state(PooledInstance pooled) {
            boolean busy = pooled.state() == PooledInstance.State.WARM && pooled.active() > 0;
            return busy ? BUSY : pooled.state().name().toLowerCase(Locale.ROOT);
        }
    }

    public PoolView {
        instances = List.copyOf(instances);
    }
}
