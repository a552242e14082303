package io.lambdafs.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures as comma-separated values, for programs. */
final class FigureLines {
    private final List<String> lines =
            new ArrayList<>(List.of("operation,transport,callers,p50_us,client_us,instances_us,platform_us,store_us"));

    void add(Comparison comparison) {
        for (Operation operation : Operation.values()) {
            for (Transport transport : Transport.values()) {
                Figures figures = comparison.of(transport, operation);
                lines.add(String.format(
                        Locale.ROOT,
                        "%s,%s,%d,%.1f,%.1f,%.1f,%.1f,%.1f",
                        operation.title(),
                        transport,
                        comparison.callers(),
                        figures.percentileMicros(50),
                        figures.cpuMicrosPerOperation(ProcessKind.CLIENT),
                        figures.cpuMicrosPerOperation(ProcessKind.INSTANCES),
                        figures.cpuMicrosPerOperation(ProcessKind.PLATFORM),
                        figures.cpuMicrosPerOperation(ProcessKind.STORE)));
            }
        }
    }

    /** Cold starts are a line like the others, with what the client waited for as their latency. */
    void add(ColdStarts starts) {
        lines.add(String.format(
                Locale.ROOT, "cold start,HTTP,1,%.1f,0,0,0,0", 1_000 * starts.median(ColdStarts.ColdStart::client)));
    }

    void write(Path file) throws IOException {
        Files.write(file, lines);
    }
}
