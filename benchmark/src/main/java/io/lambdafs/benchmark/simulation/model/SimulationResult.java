package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run showed. Times are virtual.
 *
 * @param perSecond operations a second
 * @param medians by operation, in microseconds
 * @param utilisations the busy part of each kind of machine, 0 to 1
 * @param cpuMicros CPU time of an operation by kind of process, as measurements have it
 * @param hottest the same of the busiest instance
 * @param meanUnderWay operations under way, on average over time
 * @param issued operations that were begun from the beginning, counted or not
 * @param completed those of them that ended
 * @param underWay those of them that had not ended
 * @param rounds coherence rounds from the beginning
 * @param events of the simulator
 * @param moments for each second of a run with windows
 */
public record SimulationResult(
        double perSecond,
        double p50Micros,
        double p99Micros,
        double meanMicros,
        Map<NamespaceOperation, Double> medians,
        Map<String, Double> utilisations,
        Map<String, Double> cpuMicros,
        double hottest,
        double meanUnderWay,
        long issued,
        long completed,
        long underWay,
        int instances,
        long coldStarts,
        long rounds,
        long events,
        double seconds,
        List<Moment> moments) {
    /** Below this no part of a system is near its limit: what callers wait for are networks, syncs and processes that have to wake. */
    private static final double NEAR_LIMIT = 0.85;

    /** What nothing but more callers or shorter ways moves. */
    public static final String WAITING = "waiting";

    /** Copies lists and maps. */
    public SimulationResult {
        medians = Map.copyOf(medians);
        utilisations = Collections.unmodifiableMap(new LinkedHashMap<>(utilisations));
        cpuMicros = Collections.unmodifiableMap(new LinkedHashMap<>(cpuMicros));
        moments = List.copyOf(moments);
    }

    /**
     * A second of a run.
     *
     * @param offered operations that were released in it
     * @param completed operations that ended in it
     * @param backlog operations that were released and that no client has begun
     * @param busiest the part of the system that was busiest
     * @param busy how much of it was
     */
    public record Moment(
            int second, double offered, double completed, double backlog, int instances, String busiest, double busy) {}

    /** The part of the system that is busiest, if one is near its limit. */
    public String bottleneck() {
        return utilisations.entrySet().stream()
                .filter(each -> each.getValue() >= NEAR_LIMIT)
                .max(Comparator.comparingDouble(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(hottest >= NEAR_LIMIT ? "hottest instance" : WAITING);
    }
}
