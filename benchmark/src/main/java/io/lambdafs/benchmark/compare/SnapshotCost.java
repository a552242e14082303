package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a snapshot of a directory with very many files costs: to take it, to change something after it, and to see what differs from the
 * next one. Beside it is a directory without snapshots, whose files are changed in turns. The script has filled both.
 */
final class SnapshotCost {
    private static final String SHOWN = "/benchmark/large";
    private static final String CONTROL = "/benchmark/control";
    /** As many as the directory of the control has; the large one has at least as many. */
    private static final int DIRECTORIES = 16;

    private static final double TAKE_MILLIS = 20;
    private static final double FIRST_CHANGE = 1.3;
    private static final double REPORT_MILLIS = 1_000;

    private final SystemUnderTest system;
    private final Size size;

    /**
     * How much is measured.
     *
     * @param warmUp snapshots that are not counted
     * @param changes files that are changed after each snapshot, in turns of {@code turn} files
     * @param differences changes between the two snapshots that are compared
     */
    private record Size(
            int directories,
            int files,
            int warmUp,
            int snapshots,
            int changes,
            int turn,
            int differences,
            int reports) {
        static Size full() {
            return new Size(1024, 1024, 4, 32, 40, 10, 10_000, 7);
        }

        static Size small() {
            return new Size(16, 64, 1, 3, 10, 5, 160, 3);
        }
    }

    SnapshotCost(SystemUnderTest system, boolean small) {
        this.system = system;
        this.size = small ? Size.small() : Size.full();
    }

    List<Target> run() throws IOException, InterruptedException {
        system.once("allow-snapshot " + SHOWN);
        List<Target> targets = new ArrayList<>(changes());
        targets.add(report());
        return List.copyOf(targets);
    }

    private List<Target> changes() throws IOException, InterruptedException {
        double[] taken = new double[size.snapshots()];
        double[] first = new double[size.snapshots()];
        double[] control = new double[size.snapshots()];
        Changes shown = new Changes(SHOWN);
        Changes plain = new Changes(CONTROL);
        system.lookForProcesses();
        for (int i = -size.warmUp(); i < size.snapshots(); i++) {
            int number = i + size.warmUp();
            double millis = system.once("snapshot " + SHOWN + " s" + number);
            double once = shown.change(number, 0, 1);
            double without = plain.change(number, 0, 1);
            if (i >= 0) {
                taken[i] = millis;
                first[i] = once;
                control[i] = without;
            }
            for (int from = 1; from < 1 + size.changes(); from += size.turn()) {
                shown.count(number, from, i >= 0);
                plain.count(number, from, i >= 0);
            }
        }
        line("createSnapshot, %d times: p50 %.2f ms, most %.2f ms", taken.length, median(taken), max(taken));
        line("first change after it: p50 %.2f ms; beside it %.2f ms", median(first), median(control));
        line("first changes of files after it: %s", shown);
        line("changes of files without snapshots: %s", plain);
        long files = (long) size.directories() * size.files();
        return List.of(
                Target.atMost("createSnapshot above " + files + " files: p50", median(taken), TAKE_MILLIS, "ms"),
                Target.atMost(
                        "first change after it / without: p50", median(first) / median(control), FIRST_CHANGE, "×"),
                Target.atMost("first change of each file / without: p50", shown.p50() / plain.p50(), FIRST_CHANGE, "×"),
                Target.atMost(
                        "first change of each file / without: CPU", shown.cpu() / plain.cpu(), FIRST_CHANGE, "×"));
    }

    /** Each turn of changes is of files that no earlier one has changed. */
    private final class Changes {
        private final String root;
        private final List<Double> millis = new ArrayList<>();
        private long cpuMicros;

        Changes(String root) {
            this.root = root;
        }

        double change(int snapshot, int from, int count) throws IOException, InterruptedException {
            String directory = String.format(Locale.ROOT, "%s/tree/dir%06d", root, snapshot % DIRECTORIES);
            int first = snapshot / DIRECTORIES * (1 + size.changes()) + from;
            return system.once("chmod-files " + directory + " " + first + " " + count);
        }

        void count(int snapshot, int from, boolean counted) throws IOException, InterruptedException {
            long before = serverMicros();
            double each = change(snapshot, from, size.turn()) / size.turn();
            if (counted) {
                millis.add(each);
                cpuMicros += serverMicros() - before;
            }
        }

        double p50() {
            return median(millis.stream().mapToDouble(Double::doubleValue).toArray());
        }

        double cpu() {
            return (double) cpuMicros / (millis.size() * size.turn());
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "p50 %.2f ms, CPU of all servers %.0f µs", p50(), cpu());
        }
    }

    private Target report() throws IOException, InterruptedException {
        system.once("snapshot " + SHOWN + " before");
        int half = size.files() / 2;
        system.once("change " + SHOWN + " " + size.directories() + " " + half + " " + size.differences());
        system.once("snapshot " + SHOWN + " after");
        double millis = Double.NaN;
        try {
            millis = reportMillis();
        } catch (IOException e) {
            // It misses its target; the other figures are wanted all the same.
            line("no report: %s", e);
        }
        return Target.atMost("report of " + size.differences() + " changes: p50", millis, REPORT_MILLIS, "ms");
    }

    private double reportMillis() throws IOException, InterruptedException {
        double[] reports = new double[size.reports()];
        system.lookForProcesses();
        long before = serverMicros();
        for (int i = 0; i < reports.length; i++) {
            // Each directory is itself modified.
            int entries = size.differences() + size.directories();
            reports[i] = system.once("diff " + SHOWN + " before after " + entries);
        }
        long cpu = (serverMicros() - before) / reports.length / 1000;
        line(
                "report of %d changes: p50 %.0f ms, most %.0f ms, CPU of all servers %d ms",
                size.differences(), median(reports), max(reports), cpu);
        return median(reports);
    }

    private long serverMicros() {
        Map<String, Long> micros = system.cpuMicros();
        return micros.values().stream().mapToLong(Long::longValue).sum()
                - micros.getOrDefault(ComparedRound.CLIENT, 0L);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }

    private static void line(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
