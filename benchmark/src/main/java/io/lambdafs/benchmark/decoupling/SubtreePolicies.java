package io.lambdafs.benchmark.decoupling;

import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.MergeResult;
import io.lambdafs.client.subtree.SubtreeOptions;
import java.io.IOException;
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
 * <p>Takes how many files, and where journals go. The script {@code benchmark/run} makes a stack and calls it.
 */
public final class SubtreePolicies {
    private static final int ROUNDS = 3;
    private static final int MODE = 0644;
    private static final int[] CLIENTS = {1, 2, 4, 8, 16};

    private final FileSystem fs;
    private final int files;
    private final Path journals;
    private int directories;

    private SubtreePolicies(FileSystem fs, int files, Path journals) {
        this.fs = fs;
        this.files = files;
        this.journals = journals;
    }

    /** Takes the number of files and a directory for journals. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int files = Integer.parseInt(args[0]);
        try (FileSystem fs = FileSystem.get(new Configuration())) {
            List<Target> targets = new SubtreePolicies(fs, files, Files.createDirectories(Path.of(args[1]))).run();
            System.exit(Verdict.of(targets, System.out).status());
        }
    }

    /** Nanoseconds for each file, and bytes. */
    private record Round(
            double rpcs, double append, double localPersist, double merge, double throughHadoop, double bytes) {}

    private List<Target> run() throws IOException, InterruptedException {
        round(Math.min(files, 2_000));
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(round(files));
        }
        double append = median(rounds.stream().mapToDouble(Round::append).toArray());
        double rpcs = median(rounds.stream().mapToDouble(Round::rpcs).toArray());
        double persist = median(rounds.stream().mapToDouble(Round::localPersist).toArray());
        double merge = median(rounds.stream().mapToDouble(Round::merge).toArray());
        double hadoop = median(rounds.stream().mapToDouble(Round::throughHadoop).toArray());
        double bytes = median(rounds.stream().mapToDouble(Round::bytes).toArray());
        System.out.printf(
                Locale.ROOT, "%d empty files in one directory, one client, median of %d rounds%n", files, ROUNDS);
        print("rpcs (create and close)", rpcs, append);
        print("append_client_journal", append, append);
        print("append_client_journal, by Hadoop's FileSystem", hadoop, append);
        print("local_persist, of what was appended", persist, append);
        print("nonvolatile_apply (merge)", merge, append);
        System.out.printf(Locale.ROOT, "journal: %.1f bytes for each file%n", bytes);
        for (int clients : CLIENTS) {
            System.out.printf(
                    Locale.ROOT,
                    "%2d clients merge at once: %8.0f inodes/s%n",
                    clients,
                    mergesAtOnce(clients, Math.max(1, files / 10)));
        }
        return List.of(
                Target.atLeast("decoupled creates / creates by calls", rpcs / append, 50, "x")
                        .orBetter(100),
                Target.atLeast("merge, durable inodes a second", 1e9 / merge, 30_000, "/s")
                        .orBetter(100_000),
                Target.atMost("journal, bytes for each create", bytes, 120, "B").orBetter(60));
    }

    private static void print(String what, double nanos, double append) {
        System.out.printf(Locale.ROOT, "%-48s %12.2f us  %10.1f x%n", what, nanos / 1e3, nanos / append);
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
            return new Round(rpcs, append, persist, merge, hadoop, bytes);
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
