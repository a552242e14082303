package io.lambdafs.benchmark.paper;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Single operations of several systems at several sizes. For one thread. */
final class SweepResults {
    private final String size;
    private final List<Integer> sizes;
    private final Map<Mode, Map<Integer, Map<String, PhaseMeasurement>>> measured = new EnumMap<>(Mode.class);
    private final List<String> failures = new ArrayList<>();

    /**
     * Nothing yet.
     *
     * @param size what differs, for a column
     * @param sizes its values, in their order
     */
    SweepResults(String size, List<Integer> sizes) {
        this.size = size;
        this.sizes = List.copyOf(sizes);
    }

    void add(Mode mode, int value, Map<String, PhaseMeasurement> operations) {
        measured.computeIfAbsent(mode, unused -> new LinkedHashMap<>()).put(value, operations);
    }

    void addFailure(String sentence) {
        failures.add(sentence);
    }

    List<String> failures() {
        return failures;
    }

    /** The operations that were measured, in their order. */
    List<String> operations() {
        Set<String> operations = new LinkedHashSet<>();
        measured.values().forEach(ofMode -> ofMode.values().forEach(each -> operations.addAll(each.keySet())));
        return SingleOperations.ALL.stream().filter(operations::contains).toList();
    }

    /** Those of some operations alone. */
    SweepResults of(List<String> operations) {
        SweepResults part = new SweepResults(size, sizes);
        measured.forEach((mode, ofMode) -> ofMode.forEach((value, each) -> {
            Map<String, PhaseMeasurement> wanted = new LinkedHashMap<>(each);
            wanted.keySet().retainAll(operations);
            part.add(mode, value, wanted);
        }));
        return part;
    }

    /** A figure; not a number if it was not measured. */
    double of(Mode mode, int value, String operation, ToDoubleFunction<PhaseMeasurement> figure) {
        PhaseMeasurement found = measured.getOrDefault(mode, Map.of())
                .getOrDefault(value, Map.of())
                .get(operation);
        return found == null ? Double.NaN : figure.applyAsDouble(found);
    }

    /** The mean over all sizes of the ratio of two systems; not a number if there is none. */
    double ratio(Mode one, Mode other, String operation, ToDoubleFunction<PhaseMeasurement> figure) {
        return sizes.stream()
                .mapToDouble(value -> of(one, value, operation, figure) / of(other, value, operation, figure))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }

    /** A row for each operation and size, a column for each system. */
    DataTable table(String name, ToDoubleFunction<PhaseMeasurement> figure) {
        List<String> heads = new ArrayList<>(List.of("operation", size));
        measured.keySet().forEach(mode -> heads.add(mode.key()));
        List<List<String>> rows = new ArrayList<>();
        for (String operation : operations()) {
            for (int value : sizes) {
                List<String> row = new ArrayList<>(List.of(operation, Integer.toString(value)));
                measured.keySet().forEach(mode -> row.add(DataTable.number(of(mode, value, operation, figure))));
                rows.add(row);
            }
        }
        return new DataTable(name, heads, rows);
    }

    /** Says how a system compares with others, as far as they were measured. */
    void compare(Section section, Mode one, List<Mode> others, ToDoubleFunction<PhaseMeasurement> figure) {
        for (Mode other : others) {
            List<String> parts = new ArrayList<>();
            for (String operation : operations()) {
                double ratio = ratio(one, other, operation, figure);
                if (Double.isFinite(ratio)) {
                    parts.add(String.format(Locale.ROOT, "%s %.2f", operation, ratio));
                }
            }
            if (!parts.isEmpty()) {
                section.compare(one.key() + " by " + other.key() + ", on average over all " + size + ": "
                        + String.join(", ", parts) + ".");
            }
        }
    }

    /** Draws a chart for each operation: a line for each system over the sizes. */
    void draw(Section section, String unit, ToDoubleFunction<PhaseMeasurement> figure) {
        if (measured.isEmpty()) {
            return;
        }
        for (String operation : operations()) {
            List<DataTable.Column> lines = new ArrayList<>();
            for (Mode mode : measured.keySet()) {
                lines.add(new DataTable.Column(
                        mode.key(),
                        sizes.stream()
                                .map(value -> of(mode, value, operation, figure))
                                .toList()));
            }
            List<String> names = sizes.stream().map(value -> value + " " + size).toList();
            section.draw(page -> page.chart(Charts.over(operation, unit, lines, names)));
        }
    }
}
