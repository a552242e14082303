package io.lambdafs.benchmark.simulation.calibration;

import java.util.Map;

/**
 * What was measured of some work: medians over rounds, and CPU time over all rounds.
 *
 * @param perSecond operations a second
 * @param cpuMicros CPU time of an operation by kind of process
 * @param othersCores how many cores other processes of the machine took meanwhile
 */
public record MeasuredCell(
        String work,
        int callers,
        String system,
        double perSecond,
        double p50Micros,
        Map<String, Double> cpuMicros,
        double othersCores) {
    private static final double MICROS_PER_SECOND = 1e6;

    /** Copies the map. */
    public MeasuredCell {
        cpuMicros = Map.copyOf(cpuMicros);
    }

    /** How many cores all processes of the machine were charged for. */
    double chargedCores() {
        double micros =
                cpuMicros.values().stream().mapToDouble(Double::doubleValue).sum();
        return othersCores + perSecond * micros / MICROS_PER_SECOND;
    }

    /** CPU time of an operation of one kind of process, in microseconds. */
    double cpu(String kind) {
        return cpuMicros.getOrDefault(kind, 0.0);
    }
}
