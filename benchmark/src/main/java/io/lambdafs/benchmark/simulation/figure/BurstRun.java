package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.simulation.model.SimulationResult;
import io.lambdafs.benchmark.simulation.model.SimulationResult.Moment;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run of figure 8.
 *
 * @param system the name of the line
 * @param base operations a second of the smallest window
 * @param moves what improvements are worth for what is done in the window of the burst
 */
record BurstRun(
        String system, StoreKind store, int factor, double base, SimulationResult result, List<BottleneckMove> moves) {
    static final String COLUMNS = "factor,store,base,system,second,offered,completed,backlog,instances,busiest,busy";

    private static final int BURST_BEGIN = (int) (ParetoLoad.BURST * ParetoLoad.WINDOW_SECONDS);
    private static final int BURST_END = (int) ((ParetoLoad.BURST + 1) * ParetoLoad.WINDOW_SECONDS);

    BurstRun {
        moves = List.copyOf(moves);
    }

    /** Operations a second on average. */
    double average() {
        return result.moments().stream()
                .mapToDouble(Moment::completed)
                .average()
                .orElse(0);
    }

    /** The same in the window of the burst. */
    double inBurst() {
        return burst().stream().mapToDouble(Moment::completed).average().orElse(0);
    }

    private List<Moment> burst() {
        return result.moments()
                .subList(BURST_BEGIN, Math.min(BURST_END, result.moments().size()));
    }

    int mostInstances() {
        return result.moments().stream().mapToInt(Moment::instances).max().orElse(0);
    }

    /** Seconds at whose end more than a second's worth of operations waited for a client. */
    long behind() {
        return result.moments().stream()
                .filter(moment -> moment.backlog() > moment.offered())
                .count();
    }

    /** What was busiest in most seconds of the burst, and how busy it was at most. */
    String bottleneck() {
        Map<String, Long> names =
                burst().stream().collect(Collectors.groupingBy(Moment::busiest, Collectors.counting()));
        String most = names.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
        double busy = burst().stream()
                .filter(moment -> moment.busiest().equals(most))
                .max(Comparator.comparingDouble(Moment::busy))
                .map(Moment::busy)
                .orElse(0.0);
        return String.format(Locale.ROOT, "%s %.0f %%", most, 100 * busy);
    }

    /** A line of comma-separated values for each second. */
    List<String> csv() {
        return result.moments().stream()
                .map(moment -> String.format(
                        Locale.ROOT,
                        "%d,%s,%.0f,%s,%d,%.0f,%.0f,%.0f,%d,%s,%.3f",
                        factor,
                        store.key(),
                        base,
                        system,
                        moment.second(),
                        moment.offered(),
                        moment.completed(),
                        moment.backlog(),
                        moment.instances(),
                        moment.busiest(),
                        moment.busy()))
                .toList();
    }
}
