package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.simulation.model.SimulationResult;
import io.lambdafs.benchmark.simulation.model.SystemMode;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.List;
import java.util.Locale;

/**
 * A point of figure 11 or 12.
 *
 * @param size where it is
 * @param moves what improvements are worth; none if that was not looked for
 */
record Point(
        int figure,
        String operation,
        SystemMode mode,
        StoreKind store,
        Size size,
        SimulationResult result,
        List<BottleneckMove> moves) {
    static final String COLUMNS =
            "figure,factor,store,operation,mode,vcpus,clients,ops_per_second,p50_us,p99_us,mean_us,instances,busy_clients,"
                    + "busy_instances,busy_store,busy_coordinator,busy_platform,hottest_instance,bottleneck,what_moves_it";

    Point {
        moves = List.copyOf(moves);
    }

    /**
     * How large a system is.
     *
     * @param factor how many times as large as in the paper
     */
    record Size(int factor, int vcpus, int clients) {}

    /** As comma-separated values. */
    String csv() {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%d,%d,%s,%s,%s,%d,%d,%.1f,%.1f,%.1f,%.1f,%d",
                figure,
                size.factor(),
                store.key(),
                operation,
                mode.key(),
                size.vcpus(),
                size.clients(),
                result.perSecond(),
                result.p50Micros(),
                result.p99Micros(),
                result.meanMicros(),
                result.instances()));
        for (String part : List.of("clients", "instances", "store", "coordinator", "platform")) {
            line.append(
                    String.format(Locale.ROOT, ",%.3f", result.utilisations().getOrDefault(part, 0.0)));
        }
        return line.append(String.format(Locale.ROOT, ",%.3f,", result.hottest()))
                .append(result.bottleneck())
                .append(",\"")
                .append(BottleneckMove.describe(moves))
                .append('"')
                .toString();
    }
}
