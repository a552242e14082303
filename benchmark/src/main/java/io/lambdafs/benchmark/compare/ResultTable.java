package io.lambdafs.benchmark.compare;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints what the systems did in a cell, with their ratios to HDFS and to the echo. */
final class ResultTable {
    private static final String ROW = "  %-10s %8s %8s %8s  %7s %7s   %9s %9s %9s  %s%n";

    private final Results results;
    private final PrintStream out;

    ResultTable(Results results, PrintStream out) {
        this.results = results;
        this.out = out;
    }

    void print(Cell cell) {
        line("%n%s, %d caller(s)%n", cell.work(), cell.callers());
        line(ROW, "", "p50 µs", "p99 µs", "ops/s", "CPU µs", "per op", "p50", "ops/s", "ops/s", "");
        line(ROW, "", "", "", "", "client", "servers", "/ HDFS", "/ HDFS", "/ echo", "servers in detail");
        results.of(cell).forEach((system, rounds) -> row(cell, system, rounds));
    }

    private void row(Cell cell, String system, Rounds rounds) {
        Optional<Rounds> hdfs = results.of(cell, Systems.HDFS);
        Optional<Rounds> echo = results.of(cell, Systems.ECHO);
        line(
                ROW,
                system,
                whole(rounds.p50Micros()),
                whole(rounds.p99Micros()),
                whole(rounds.perSecond()),
                whole(rounds.clientMicrosPerOperation()),
                whole(rounds.serverMicrosPerOperation()),
                hdfs.map(other -> ratio(rounds.p50Micros(), other.p50Micros())).orElse("-"),
                hdfs.map(other -> ratio(rounds.perSecond(), other.perSecond())).orElse("-"),
                echo.map(other -> ratio(rounds.perSecond(), other.perSecond())).orElse("-"),
                detail(rounds.serverParts()));
    }

    private static String detail(Map<String, Double> parts) {
        return parts.entrySet().stream()
                .map(part -> part.getKey() + " " + whole(part.getValue()))
                .collect(Collectors.joining(", "));
    }

    private void line(String format, Object... arguments) {
        out.printf(Locale.ROOT, format, arguments);
        out.flush();
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String ratio(double value, double other) {
        return String.format(Locale.ROOT, "%.2f", value / other);
    }
}
