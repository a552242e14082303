package io.lambdafs.benchmark.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of results.
 *
 * @param name of its files
 * @param heads with the units of the columns
 * @param rows as many cells each
 */
record DataTable(String name, List<String> heads, List<List<String>> rows) {
    DataTable {
        heads = List.copyOf(heads);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != heads.size()) {
                throw new IllegalArgumentException(
                        name + ": a row has " + row.size() + " cells, not " + heads.size() + ": " + row);
            }
        }
    }

    /** A column of values, one for each second or other step. */
    record Column(String name, List<Double> values) {
        Column {
            values = List.copyOf(values);
        }
    }

    /** Columns beside each other, after one with their steps: 0, 1, 2, … */
    static DataTable ofSeconds(String name, List<Column> columns) {
        List<String> heads = new ArrayList<>(List.of("t_s"));
        columns.forEach(column -> heads.add(column.name()));
        int most = columns.stream()
                .mapToInt(column -> column.values().size())
                .max()
                .orElse(0);
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(i)));
            for (Column column : columns) {
                row.add(i < column.values().size() ? number(column.values().get(i)) : "");
            }
            rows.add(row);
        }
        return new DataTable(name, heads, rows);
    }

    /** A number with as many digits as are of interest; nothing if it is none. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size >= 100 ? "%.0f" : size >= 1 ? "%.2f" : size >= 0.001 ? "%.4f" : "%.3g", value);
    }

    /** Comma-separated values, with the heads first. */
    List<String> csv() {
        List<String> lines = new ArrayList<>(
                List.of(String.join(",", heads.stream().map(DataTable::quoted).toList())));
        rows.forEach(row ->
                lines.add(String.join(",", row.stream().map(DataTable::quoted).toList())));
        return lines;
    }

    /** For gnuplot: columns between tabulators, the heads as a comment, and a question mark where there is no value. */
    List<String> gnuplot() {
        List<String> lines = new ArrayList<>(List.of("# " + String.join("\t", heads)));
        rows.forEach(row -> lines.add(String.join(
                "\t",
                row.stream()
                        .map(cell -> cell.isEmpty() ? "?" : cell.replace(' ', '_'))
                        .toList())));
        return lines;
    }

    private static String quoted(String cell) {
        return cell.contains(",") || cell.contains("\"") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }
}
