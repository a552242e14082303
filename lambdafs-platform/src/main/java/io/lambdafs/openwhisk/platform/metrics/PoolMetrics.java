package io.lambdafs.openwhisk.platform.metrics;

import io.lambdafs.metrics.MetricsText;
import io.lambdafs.openwhisk.platform.pool.PoolView;
import io.lambdafs.openwhisk.platform.pool.PoolView.InstanceView;
import io.lambdafs.openwhisk.platform.pool.StemCells;
import java.util.List;
import java.util.function.Consumer;

/** What the pool of instances looks like. */
public final class PoolMetrics {
    private static final double MILLIS = 1000;
    private static final long MB = 1L << 20;
    private static final long GB = 1L << 30;
    private static final List<String> STATES = List.of("starting", "warm", "busy", "paused", "draining");

    private PoolMetrics() {}

    /**
     * The bounds of the pool.
     *
     * @param memoryMb in units of 2^20 bytes
     * @param cpuMillis in thousandths of a core; 0 if it is not bounded
     */
    public record Limits(int memoryMb, int cpuMillis) {}

    /**
     * Adds the pool.
     *
     * @param actions the names of those that are registered, also if they have no instance
     */
    public static void add(MetricsText text, PoolView pool, List<String> actions, Limits limits) {
        addInstances(text, pool, actions);
        text.counter("lambdafs_platform_cold_starts_total", "Instances that were started for a call.")
                .sample(pool.coldStarts());
        text.counter("lambdafs_platform_scale_outs_total", "Times that load made an instance start or continue.")
                .sample(pool.scaleOuts());
        text.counter("lambdafs_platform_evictions_total", "Instances that gave way to another function.")
                .sample(pool.evictions());
        text.gauge("lambdafs_platform_queued_calls", "Calls that wait for an instance.")
                .sample(pool.queued());
        text.gauge("lambdafs_platform_memory_bytes", "Memory given out to instances.")
                .sample(pool.usedMemoryMb() * MB);
        text.gauge("lambdafs_platform_memory_limit_bytes", "Memory that may be given out.")
                .sample(limits.memoryMb() * MB);
        text.counter(
                        "lambdafs_platform_memory_byte_seconds_total",
                        "Memory of instances that were not paused, times how long: what platforms charge for.")
                .sample(pool.gigabyteSeconds() * GB);
        text.gauge("lambdafs_platform_cpu_cores", "CPU given out to instances.").sample(pool.usedCpuMillis() / MILLIS);
        text.gauge("lambdafs_platform_cpu_limit_cores", "CPU that may be given out; 0 is not limited.")
                .sample(limits.cpuMillis() / MILLIS);
        addStemCells(text, pool.stemCells());
        addUsage(text, pool.instances());
    }

    private static void addInstances(MetricsText text, PoolView pool, List<String> actions) {
        text.gauge("lambdafs_platform_instances", "Function instances by state.");
        for (String action : actions.stream().sorted().toList()) {
            for (String state : STATES) {
                long count = pool.instances().stream()
                        .filter(instance -> instance.action().equals(action)
                                && instance.state().equals(state))
                        .count();
                text.sample(count, "deployment", action, "state", state);
            }
        }
    }

    private static void addStemCells(MetricsText text, StemCells.View stemCells) {
        long ready =
                stemCells.cells().stream().filter(StemCells.CellView::ready).count();
        text.gauge("lambdafs_platform_stem_cells", "Instances that wait for a function.")
                .sample(ready, "state", "ready")
                .sample(stemCells.cells().size() - ready, "state", "starting");
        text.counter("lambdafs_platform_stem_starts_total", "Cold starts that took a stem cell.")
                .sample(stemCells.taken());
        text.counter("lambdafs_platform_stem_cells_lost_total", "Stem cells that died or did not answer.")
                .sample(stemCells.lost());
    }

    private static void addUsage(MetricsText text, List<InstanceView> instances) {
        text.gauge("lambdafs_instance_start_time_seconds", "When the instance was started, since the epoch.");
        each(instances, one -> sample(text, one, one.startedMillis() / MILLIS));
        text.gauge("lambdafs_instance_active_calls", "Activations under way.");
        each(instances, one -> sample(text, one, one.active()));
        text.counter("lambdafs_instance_activations_total", "Activations that the instance has ended.");
        each(instances, one -> sample(text, one, (double) one.activations()));
        text.counter("lambdafs_instance_cpu_seconds_total", "CPU time that the instance has used.");
        each(instances, one -> one.usage().cpuMillis().ifPresent(used -> sample(text, one, used / MILLIS)));
        text.counter(
                "lambdafs_instance_throttled_seconds_total", "How long it had to wait because of its limit of CPU.");
        each(instances, one -> one.usage().throttledMillis().ifPresent(wait -> sample(text, one, wait / MILLIS)));
    }

    private static void each(List<InstanceView> instances, Consumer<InstanceView> sample) {
        instances.forEach(sample);
    }

    private static void sample(MetricsText text, InstanceView instance, double value) {
        text.sample(value, "deployment", instance.action(), "instance_id", Long.toString(instance.id()));
    }
}
