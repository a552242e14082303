package io.lambdafs.benchmark.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All rounds of a run; each goes to a file of comma-separated values at once, so that an interrupted run leaves its own. */
final class Results implements AutoCloseable {
    private final PrintStream raw;
    private final Map<Cell, Map<String, Rounds>> byCell = new LinkedHashMap<>();

    Results(Path file) throws IOException {
        raw = new PrintStream(file.toFile(), StandardCharsets.UTF_8);
        raw.println("work,callers,system,operations,elapsed_ms,p50_us,p99_us,read_p99_us,cpu_us,others_us");
    }

    void add(Cell cell, String system, ComparedRound round) {
        byCell.computeIfAbsent(cell, any -> new LinkedHashMap<>())
                .computeIfAbsent(system, any -> new Rounds())
                .add(round);
        raw.printf(
                Locale.ROOT,
                "%s,%d,%s,%d,%.1f,%.1f,%.1f,%.1f,%s,%d%n",
                cell.work(),
                cell.callers(),
                system,
                round.load().operations(),
                round.load().elapsedNanos() / 1e6,
                round.load().p50Micros(),
                round.load().p99Micros(),
                round.load().readP99Micros(),
                round.cpuMicros().toString().replace(',', ';'),
                round.othersMicros());
        raw.flush();
    }

    /** The systems that did the work of the cell, in the order in which they did it. */
    Map<String, Rounds> of(Cell cell) {
        return byCell.getOrDefault(cell, Map.of());
    }

    Optional<Rounds> of(Cell cell, String system) {
        return Optional.ofNullable(of(cell).get(system));
    }

    @Override
    public void close() {
        raw.close();
    }
}
