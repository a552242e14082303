package io.lambdafs.benchmark.simulation.parameters;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * All parameters of a simulation. Immutable.
 *
 * @param machine what was measured on, in general terms
 * @param date when the file was written
 * @param values by their names, all of {@link ParameterKeys#all()}
 */
public record SimulationParameters(String machine, String date, Map<String, ParameterValue> values) {
    private static final String REPAIR =
            "; correct it, or write a new file with 'benchmark/run calibrate --out FILE' and compare";

    /**
     * Checks each value.
     *
     * @throws IllegalArgumentException if one is missing, unknown, or outside its bounds: with its name and what it must be
     */
    public SimulationParameters {
        Map<String, ParameterValue> ordered = new LinkedHashMap<>();
        for (Map.Entry<String, ParameterKeys.Bound> key : ParameterKeys.all().entrySet()) {
            ParameterValue value = values.get(key.getKey());
            if (value == null) {
                throw new IllegalArgumentException("the parameter " + key.getKey() + " is missing" + REPAIR);
            }
            check(key.getKey(), value, key.getValue());
            ordered.put(key.getKey(), value);
        }
        for (String name : values.keySet()) {
            if (!ordered.containsKey(name)) {
                throw new IllegalArgumentException("there is no parameter " + name + REPAIR);
            }
        }
        values = Collections.unmodifiableMap(ordered);
    }

    private static void check(String key, ParameterValue value, ParameterKeys.Bound bound) {
        if (!value.unit().equals(bound.unit())) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " is in " + bound.unit() + ", not in '" + value.unit() + "'" + REPAIR);
        }
        if (!bound.allows(value.number())) {
            throw new IllegalArgumentException("the parameter " + key + " is " + value.number() + ", which is not from "
                    + bound.least() + " to " + bound.most() + " " + bound.unit() + REPAIR);
        }
        if (!value.date().matches("\\d{4}-\\d\\d-\\d\\d")) {
            throw new IllegalArgumentException(
                    "the date of the parameter " + key + " is '" + value.date() + "', not as 2026-11-28" + REPAIR);
        }
    }

    /**
     * The number of a parameter.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public double of(String key) {
        return value(key).number();
    }

    /** A number of things. */
    public int count(String key) {
        return (int) Math.round(of(key));
    }

    /** The three CPU times whose names begin so. */
    public CpuCost cpu(String key) {
        return new CpuCost(of(key + ".alone"), of(key + ".together"), of(key + ".beside"));
    }

    /** The same, with some of them multiplied; one that would leave its bounds stays at the bound. */
    public SimulationParameters scaled(Predicate<String> which, double factor) {
        Map<String, ParameterValue> scaled = new LinkedHashMap<>(values);
        scaled.replaceAll((key, value) -> which.test(key) ? within(key, value, value.number() * factor) : value);
        return new SimulationParameters(machine, date, scaled);
    }

    private static ParameterValue within(String key, ParameterValue value, double number) {
        ParameterKeys.Bound bound = ParameterKeys.all().get(key);
        return bound == null ? value : value.withNumber(Math.min(bound.most(), Math.max(bound.least(), number)));
    }

    /** The same, with other numbers for some of them. */
    public SimulationParameters with(Map<String, ParameterValue> changes) {
        Map<String, ParameterValue> changed = new LinkedHashMap<>(values);
        changed.putAll(changes);
        return new SimulationParameters(machine, date, changed);
    }

    /** The same, with another number for one of them. */
    public SimulationParameters with(String key, double number) {
        return with(Map.of(key, value(key).withNumber(number)));
    }

    /**
     * A parameter with all that is known of it.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public ParameterValue value(String key) {
        ParameterValue value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("there is no parameter " + key);
        }
        return value;
    }
}
