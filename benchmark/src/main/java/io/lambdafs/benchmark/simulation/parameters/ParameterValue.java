package io.lambdafs.benchmark.simulation.parameters;

/**
 * A figure.
 *
 * @param number in its unit
 * @param unit as {@link ParameterKeys} has it
 * @param date of the measurement or assumption, as {@code 2026-11-28}
 */
public record ParameterValue(double number, String unit, ParameterSource source, String date) {
    /** The same with another number. */
    public ParameterValue withNumber(double other) {
        return new ParameterValue(other, unit, source, date);
    }
}
