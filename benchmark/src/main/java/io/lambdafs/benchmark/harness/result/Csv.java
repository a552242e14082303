package io.lambdafs.benchmark.harness.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table as comma-separated values. For one thread. */
final class Csv {
    private final List<String> lines = new ArrayList<>();

    Csv(String... columns) {
        row((Object[]) columns);
    }

    /** Numbers with fractions have at most three of their digits. */
    void row(Object... cells) {
        lines.add(Stream.of(cells).map(Csv::cell).collect(Collectors.joining(",")));
    }

    private static String cell(Object value) {
        if (value instanceof Double number) {
            return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "";
        }
        String text = String.valueOf(value);
        if (text.contains(",") || text.contains("\"") || text.contains("\n")) {
            return '"' + text.replace("\"", "\"\"").replace('\n', ' ') + '"';
        }
        return text;
    }

    void write(Path file) throws IOException {
        Files.write(file, lines);
    }
}
