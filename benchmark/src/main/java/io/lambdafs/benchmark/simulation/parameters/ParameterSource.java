package io.lambdafs.benchmark.simulation.parameters;

import java.util.Arrays;
import java.util.Locale;

/** Where a parameter's value comes from. */
public enum ParameterSource {
    /** A measurement of λFS on the machine that the file describes. */
    MEASURED,
    /** Measured on that machine in another configuration, and carried over by a ratio. */
    DERIVED,
    /** A default of λFS, or a count that a test of λFS checks. */
    CONFIGURED,
    /** Nobody has measured it. */
    ASSUMED;

    /** Its word in a file. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ParameterSource of(String key, String word) {
        return Arrays.stream(values())
                .filter(source -> source.key().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the source of " + key + " is '" + word + "': write measured, derived, configured or assumed"));
    }
}
