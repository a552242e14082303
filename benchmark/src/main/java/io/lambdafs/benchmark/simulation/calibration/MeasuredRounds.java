package io.lambdafs.benchmark.simulation.calibration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The rounds that {@code benchmark/run compare} and its kin write, by cells. Of each cell the quieter half of its rounds counts: those in which other
 * processes of the machine took least.
 */
public final class MeasuredRounds {
    private static final String COLUMNS =
            "work,callers,system,operations,elapsed_ms,p50_us,p99_us,read_p99_us,cpu_us,others_us";
    private static final int FIELDS = 10;
    /** If processes are charged for less of the cores, callers wait for something else. */
    private static final double SATURATED = 0.8;

    private final List<MeasuredCell> cells;

    private MeasuredRounds(List<MeasuredCell> cells) {
        this.cells = List.copyOf(cells);
    }

    /** A line. */
    private record Line(
            double operations, double millis, double p50Micros, Map<String, Double> cpuMicros, double othersMicros) {
        double othersCores() {
            return othersMicros / (millis * 1_000);
        }
    }

    /** What lines are of. */
    private record Key(String work, int callers, String system) {}

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with a sentence for people, if it is not such a file
     */
    public static MeasuredRounds read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.get(0).equals(COLUMNS)) {
            throw new IllegalArgumentException(file + " does not begin with the columns " + COLUMNS
                    + ": it is not a file of rounds that benchmark/run has written");
        }
        Map<Key, List<Line>> byCell = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            if (fields.length != FIELDS) {
                throw new IllegalArgumentException(file + " has a line of " + fields.length + " fields: " + line);
            }
            byCell.computeIfAbsent(
                            new Key(fields[0], Integer.parseInt(fields[1]), fields[2]), none -> new ArrayList<>())
                    .add(new Line(
                            Double.parseDouble(fields[3]),
                            Double.parseDouble(fields[4]),
                            Double.parseDouble(fields[5]),
                            cpu(fields[8]),
                            Double.parseDouble(fields[9])));
        }
        List<MeasuredCell> cells = new ArrayList<>();
        byCell.forEach((key, rounds) -> cells.add(cell(key, rounds)));
        return new MeasuredRounds(cells);
    }

    /** All cells, in the order of the file. */
    public List<MeasuredCell> cells() {
        return cells;
    }

    /**
     * One cell.
     *
     * @throws IllegalArgumentException if it was not measured
     */
    MeasuredCell cell(String work, int callers, String system) {
        return cells.stream()
                .filter(cell -> cell.work().equals(work)
                        && cell.callers() == callers
                        && cell.system().equals(system))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        work + " by " + callers + " callers was not measured on " + system + ": measure again"));
    }

    /**
     * How many times the CPU time that processes are charged for occupies a machine that so many callers saturate. The kernel charges its
     * interrupts to nobody, and cores idle for moments in which a thread is ready on another one. The median over all cells; 1 if the callers
     * do not saturate the machine.
     */
    double occupied(int callers, double cores) {
        double[] charged = cells.stream()
                .filter(cell -> cell.callers() == callers)
                .mapToDouble(MeasuredCell::chargedCores)
                .sorted()
                .toArray();
        if (charged.length == 0 || charged[charged.length / 2] < SATURATED * cores) {
            return 1;
        }
        return Math.max(1, cores / charged[charged.length / 2]);
    }

    private static MeasuredCell cell(Key key, List<Line> all) {
        List<Line> rounds = all.stream()
                .sorted(Comparator.comparingDouble(Line::othersCores))
                .limit((all.size() + 1) / 2)
                .toList();
        double operations = rounds.stream().mapToDouble(Line::operations).sum();
        Map<String, Double> cpu = new HashMap<>();
        for (Line round : rounds) {
            round.cpuMicros().forEach((kind, micros) -> cpu.merge(kind, micros, Double::sum));
        }
        cpu.replaceAll((kind, micros) -> micros / Math.max(1, operations));
        return new MeasuredCell(
                key.work(),
                key.callers(),
                key.system(),
                median(rounds, round -> round.operations() * 1_000 / round.millis()),
                median(rounds, Line::p50Micros),
                cpu,
                median(rounds, Line::othersCores));
    }

    private static double median(List<Line> rounds, ToDoubleFunction<Line> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Reads a map as Java prints it, with semicolons. */
    private static Map<String, Double> cpu(String text) {
        Map<String, Double> micros = new HashMap<>();
        for (String part : text.replaceAll("[{} ]", "").split(";", -1)) {
            String[] pair = part.split("=", 2);
            if (pair.length == 2) {
                micros.put(pair[0], Double.valueOf(pair[1]));
            }
        }
        return micros;
    }
}
