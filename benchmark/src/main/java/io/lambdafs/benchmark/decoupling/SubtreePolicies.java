package io.lambdafs.benchmark.decoupling;

import io.lambdafs.benchmark.plot.BarChart;
import io.lambdafs.benchmark.plot.BarChart.Bar;
import io.lambdafs.benchmark.plot.Page;
import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.MergeResult;
import io.lambdafs.client.subtree.SubtreeOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The program: measures the mechanisms of decoupled subtrees against a running stack, with empty files in one directory.
 *
 * <p>Takes how many files, where journals go, and where plots go. The script {@code benchmark/run} makes a stack and calls it.
 */
public final class SubtreePolicies {
    private static final int ROUNDS = 3;
    private static final int MODE = 0644;
    private static final double PAPER_BYTES = 2500;
    private static final int[] CLIENTS = {1, 2, 4, 8, 16};

    private final FileSystem fs;
    private final int files;
    private final Path journals;
    private final Path report;
    private int directories;

    private SubtreePolicies(FileSystem fs, int files, Path journals, Path report) {
        this.fs = fs;
        this.files = files;
        this.journals = journals;
        this.report = report;
    }

    /** Takes the number of files, a directory for journals, and a file for plots. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int files = Integer.parseInt(args[0]);
        try (FileSystem fs = FileSystem.get(new Configuration())) {
            List<Target> targets =
                    new SubtreePolicies(fs, files, Files.createDirectories(Path.of(args[1])), Path.of(args[2])).run();
            System.exit(Verdict.of(targets, System.out).status());
        }
    }

    /** Nanoseconds for each file, and bytes. */
    private record Round(
            double rpcs,
            double append,
            double localPersist,
            double globalPersist,
            double merge,
            double throughHadoop,
            double bytes) {}

    /** One of the paper's figures. */
    private record Figure(String title, String unit, boolean logarithmic, List<Bar> bars) {
        BarChart chart() {
            return new BarChart(title, unit, logarithmic, bars);
        }

        void print(PrintStream out) {
            out.println(title + ", " + unit);
            bars.forEach(bar -> out.printf(Locale.ROOT, "  %-46s %12.0f%n", bar.name(), bar.value()));
        }
    }

    private List<Target> run() throws IOException, InterruptedException {
        round(Math.min(files, 2_000));
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(round(files));
        }
        double append = median(rounds.stream().mapToDouble(Round::append).toArray());
        double rpcs = median(rounds.stream().mapToDouble(Round::rpcs).toArray());
        double persist = median(rounds.stream().mapToDouble(Round::localPersist).toArray());
        double global = median(rounds.stream().mapToDouble(Round::globalPersist).toArray());
        double merge = median(rounds.stream().mapToDouble(Round::merge).toArray());
        double hadoop = median(rounds.stream().mapToDouble(Round::throughHadoop).toArray());
        double bytes = median(rounds.stream().mapToDouble(Round::bytes).toArray());
        List<Bar> mechanisms = List.of(
                new Bar("rpcs (create and close)", rpcs / append),
                new Bar("append_client_journal", 1),
                new Bar("the same by Hadoop's FileSystem", hadoop / append),
                new Bar("local_persist, of what was appended", persist / append),
                new Bar("global_persist, of what was appended", global / append),
                new Bar("nonvolatile_apply (merge)", merge / append));
        System.out.printf(
                Locale.ROOT, "%d empty files in one directory, one client, median of %d rounds%n", files, ROUNDS);
        mechanisms.forEach(bar -> System.out.printf(
                Locale.ROOT, "%-48s %12.2f us  %10.1f x%n", bar.name(), bar.value() * append / 1e3, bar.value()));
        System.out.printf(Locale.ROOT, "journal: %.1f bytes for each file%n", bytes);
        List<Bar> merges = new ArrayList<>();
        for (int clients : CLIENTS) {
            merges.add(new Bar(clients + " clients", mergesAtOnce(clients, Math.max(1, files / 10))));
        }
        List<Figure> figures = List.of(
                new Figure("What a mechanism costs (figure 6)", "append_client_journal = 1", true, mechanisms),
                new Figure(
                        "The journal (figure 7)",
                        "bytes for each create",
                        false,
                        List.of(new Bar("here", bytes), new Bar("in the paper", PAPER_BYTES))),
                new Figure(
                        "Another client in the same directory (figure 8)",
                        "ms until merged",
                        false,
                        new Interference(fs, files).measure()),
                new Figure(
                        "Syncs while the client writes (figure 9)",
                        "ms until merged",
                        false,
                        new SyncIntervals(fs, files).measure()),
                new Figure("Clients that merge at once (figure 10)", "inodes a second", false, merges));
        figures.subList(2, figures.size()).forEach(figure -> figure.print(System.out));
        Page page = new Page("Decoupled subtrees: " + files + " empty files in one directory");
        figures.forEach(figure -> page.chart(figure.chart()));
        Files.writeString(report, page.html());
        System.out.println("Plots are in " + report);
        return List.of(
                Target.atLeast("decoupled creates / creates by calls", rpcs / append, 50, "x")
                        .orBetter(100),
                Target.atLeast("merge, durable inodes a second", 1e9 / merge, 30_000, "/s")
                        .orBetter(100_000),
                Target.atMost("journal, bytes for each create", bytes, 120, "B").orBetter(60));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private org.apache.hadoop.fs.Path newDirectory() throws IOException {
        org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/subtree-policies/d" + directories++);
        fs.mkdirs(directory);
        return directory;
    }

    private Round round(int count) throws IOException {
        int few = Math.min(count, 2_000);
        double rpcs = nanosEach(few, newDirectory(), this::create);
        org.apache.hadoop.fs.Path directory = newDirectory();
        double hadoop;
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(
                fs, directory, SubtreeOptions.forInodes(few).as("benchmark"))) {
            hadoop = nanosEach(few, directory, this::create);
            subtree.discard();
        }
        org.apache.hadoop.fs.Path root = newDirectory();
        SubtreeOptions options = SubtreeOptions.forInodes(count).as("benchmark").withJournalIn(journals);
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(fs, root, options)) {
            String path = root.toUri().getPath();
            double append = nanosEach(count, root, file -> subtree.createEmptyFile(path + "/" + file.getName(), MODE));
            double bytes = (double) subtree.journalBytes() / count;
            long before = System.nanoTime();
            subtree.persist();
            double persist = (double) (System.nanoTime() - before) / count;
            before = System.nanoTime();
            MergeResult result = subtree.merge();
            double merge = (double) (System.nanoTime() - before) / count;
            if (result.inodes() != count || !result.isAtomic()) {
                throw new IOException("merged " + result);
            }
            return new Round(rpcs, append, persist, globalPersist(count), merge, hadoop, bytes);
        }
    }

    private double globalPersist(int count) throws IOException {
        org.apache.hadoop.fs.Path root = newDirectory();
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(
                fs, root, SubtreeOptions.forInodes(count).as("benchmark"))) {
            for (int i = 0; i < count; i++) {
                subtree.createEmptyFile(root.toUri().getPath() + "/f" + i, MODE);
            }
            long before = System.nanoTime();
            subtree.persistGlobally();
            double nanos = (double) (System.nanoTime() - before) / count;
            subtree.discard();
            return nanos;
        }
    }

    private interface Create {
        void file(org.apache.hadoop.fs.Path path) throws IOException;
    }

    private void create(org.apache.hadoop.fs.Path path) throws IOException {
        fs.create(path, false).close();
    }

    private static double nanosEach(int count, org.apache.hadoop.fs.Path directory, Create create) throws IOException {
        List<org.apache.hadoop.fs.Path> paths = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            paths.add(new org.apache.hadoop.fs.Path(directory, String.format(Locale.ROOT, "part-%05d", i)));
        }
        long before = System.nanoTime();
        for (org.apache.hadoop.fs.Path path : paths) {
            create.file(path);
        }
        return (double) (System.nanoTime() - before) / count;
    }

    /** How many inodes a second so many clients merge together, each its own directory. */
    private double mergesAtOnce(int clients, int each) throws IOException, InterruptedException {
        List<DecoupledSubtree> subtrees = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            org.apache.hadoop.fs.Path root = newDirectory();
            DecoupledSubtree subtree = DecoupledSubtree.decouple(
                    fs, root, SubtreeOptions.forInodes(each).as("benchmark " + client));
            for (int i = 0; i < each; i++) {
                subtree.createEmptyFile(root.toUri().getPath() + "/part-" + i, MODE);
            }
            subtrees.add(subtree);
        }
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            long before = System.nanoTime();
            List<Future<MergeResult>> merges = new ArrayList<>();
            for (DecoupledSubtree subtree : subtrees) {
                merges.add(threads.submit(subtree::merge));
            }
            for (Future<MergeResult> merge : merges) {
                merge.get(5, TimeUnit.MINUTES);
            }
            return (double) clients * each / (System.nanoTime() - before) * 1e9;
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("a merge failed", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
