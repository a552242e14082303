package io.lambdafs.benchmark.harness.machine;

import java.util.Map;

/**
 * What servers show at a moment.
 *
 * @param totals counters: a column, in it a counter for each server or kind, which only grows
 * @param levels values that rise and fall, by column
 */
record ServerReading(Map<String, Map<String, Double>> totals, Map<String, Long> levels) {
    ServerReading {
        totals = Map.copyOf(totals);
        levels = Map.copyOf(levels);
    }

    /** By how much the counters of a column have grown. A counter that was not there before began at 0; one that has gone counts no more. */
    long growth(ServerReading before, String column) {
        Map<String, Double> earlier = before.totals.getOrDefault(column, Map.of());
        return Math.round(totals.getOrDefault(column, Map.of()).entrySet().stream()
                .mapToDouble(series -> Math.max(0, series.getValue() - earlier.getOrDefault(series.getKey(), 0.0)))
                .sum());
    }
}
