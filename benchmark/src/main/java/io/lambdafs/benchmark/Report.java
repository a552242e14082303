package io.lambdafs.benchmark;

import java.io.PrintStream;
import java.util.Locale;

/** Prints the figures. */
final class Report {
    private static final String ROW = "%-13s %-4s %9s %9s %9s   %8s %9s %9s %9s %9s%n";

    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    void print(Comparison comparison) {
        line("%n%d caller(s)%40sCPU µs per operation%n", comparison.callers(), "");
        line(
                ROW,
                "operation",
                "by",
                "p50 µs",
                "p99 µs",
                "ops/s",
                ProcessKind.CLIENT.title(),
                ProcessKind.INSTANCES.title(),
                ProcessKind.PLATFORM.title(),
                ProcessKind.STORE.title(),
                ProcessKind.ZOOKEEPER.title());
        for (Operation operation : Operation.values()) {
            for (Transport transport : Transport.values()) {
                row(operation, transport, comparison.of(transport, operation));
            }
        }
    }

    private void row(Operation operation, Transport transport, Figures figures) {
        line(
                ROW,
                operation.title(),
                transport,
                whole(figures.percentileMicros(50)),
                whole(figures.percentileMicros(99)),
                whole(figures.perSecond()),
                cpu(figures, ProcessKind.CLIENT),
                cpu(figures, ProcessKind.INSTANCES),
                cpu(figures, ProcessKind.PLATFORM),
                cpu(figures, ProcessKind.STORE),
                cpu(figures, ProcessKind.ZOOKEEPER));
    }

    void print(ColdStarts starts) {
        line(
                "%n%d cold starts, medians in ms: seen by the client %s, from spawn to answer %s, platform's duration %s (initTime %s of it)%n",
                starts.count(),
                whole(starts.median(ColdStarts.ColdStart::client)),
                whole(starts.median(ColdStarts.ColdStart::fromSpawn)),
                whole(starts.median(ColdStarts.ColdStart::duration)),
                whole(starts.median(ColdStarts.ColdStart::init)));
    }

    void line(String format, Object... arguments) {
        out.printf(Locale.ROOT, format, arguments);
        out.flush();
    }

    private static String cpu(Figures figures, ProcessKind kind) {
        return whole(figures.cpuMicrosPerOperation(kind));
    }

    private static String whole(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.0f", value);
    }
}
