package io.lambdafs.benchmark.paper;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The burst workload over all systems that could be measured.
 *
 * @param load the load of all of them
 * @param reason why the rate is what it is, in a sentence
 * @param runs by system
 * @param failures why others could not be measured, a sentence each
 */
record BurstResults(BurstLoad load, String reason, Map<Mode, PhaseMeasurement> runs, List<String> failures) {
    BurstResults {
        runs = runs.isEmpty() ? Map.of() : new EnumMap<>(runs);
        failures = List.copyOf(failures);
    }

    /** The run of a system; null if it could not be measured. */
    @Nullable
    PhaseMeasurement of(Mode mode) {
        return runs.get(mode);
    }

    /** The share of the burst that a system did within it; not a number if it was not measured. */
    double shareOfBurst(Mode mode) {
        PhaseMeasurement run = runs.get(mode);
        return run == null ? Double.NaN : run.shareDone(load.burstFrom(), load.burstTo());
    }

    /** All runs, in the order of the systems. */
    List<PhaseMeasurement> all() {
        return new ArrayList<>(runs.values());
    }
}
