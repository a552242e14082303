package io.lambdafs.benchmark.faas;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A part of the benchmark, which can be measured alone. */
enum Part {
    CALLS,
    FILEBENCH,
    DISJOINT,
    TPCC,
    WEB;

    /**
     * Those of a list with commas; all if it is empty. They are in the order in which they are measured.
     *
     * @throws IllegalArgumentException if there is no such part
     */
    static Set<Part> all(String list) {
        if (list.isEmpty()) {
            return EnumSet.allOf(Part.class);
        }
        Set<Part> parts = EnumSet.noneOf(Part.class);
        for (String name : list.split(",", -1)) {
            parts.add(of(name));
        }
        return parts;
    }

    private static Part of(String name) {
        return Arrays.stream(values())
                .filter(part -> part.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no part '" + name + "'; the parts are "
                        + Arrays.stream(values()).map(Part::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
