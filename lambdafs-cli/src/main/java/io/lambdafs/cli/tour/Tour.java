package io.lambdafs.cli.tour;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Puts a tree of files into a file system, and does with it what people do. */
final class Tour {
    private static final int THREADS = 8;

    private final FileSystem fileSystem;
    private final SourceTree tree;
    private final Steps steps;
    private final Path source;
    private final Path renamed;
    private final Path counts;

    Tour(FileSystem fileSystem, SourceTree tree, Steps steps) {
        this.fileSystem = fileSystem;
        this.tree = tree;
        this.steps = steps;
        Path home = fileSystem.getHomeDirectory();
        source = new Path(home, "lambdafs");
        renamed = new Path(home, "lambdafs-renamed");
        counts = new Path(home, "wordcount");
    }

    void take() throws IOException, InterruptedException {
        for (Path old : new Path[] {source, renamed, counts}) {
            fileSystem.delete(old, true);
        }
        steps.step("put into " + source, this::put);
        steps.step("list it", () -> listed(source, tree.files().size()) + " files");
        steps.step("read it back, compare each byte", this::compare);
        steps.step("rename the directory", this::rename);
        steps.step("count words with MapReduce", () -> new WordCount(fileSystem.getConf()).run(renamed, counts));
        steps.step("delete its largest directory", this::deleteLargest);
    }

    private String put() throws IOException, InterruptedException {
        inParallel(file -> {
            try (OutputStream out = fileSystem.create(in(source, file), true)) {
                Files.copy(tree.root().resolve(file), out);
            }
        });
        return tree.files().size() + " files, " + tree.bytes() / 1024 + " KiB";
    }

    private String compare() throws IOException, InterruptedException {
        inParallel(file -> {
            byte[] expected = Files.readAllBytes(tree.root().resolve(file));
            byte[] found;
            try (InputStream in = fileSystem.open(in(source, file))) {
                found = in.readAllBytes();
            }
            require(Arrays.equals(expected, found), in(source, file) + " differs from " + file);
        });
        return "all the same";
    }

    /** What is done with each file. */
    private interface Work {
        void on(java.nio.file.Path file) throws IOException;
    }

    private void inParallel(Work work) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (java.nio.file.Path file : shuffled()) {
                tasks.add(() -> {
                    work.on(file);
                    return true;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(tasks)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** So that all functions are asked from the beginning, whose directories follow each other in the tree. */
    private List<java.nio.file.Path> shuffled() {
        List<java.nio.file.Path> files = new ArrayList<>(tree.files());
        Collections.shuffle(files, new Random(1));
        return files;
    }

    private String rename() throws IOException {
        require(fileSystem.rename(source, renamed), "could not rename " + source);
        require(!fileSystem.exists(source), source + " is still there");
        listed(renamed, tree.files().size());
        return "to " + renamed.getName();
    }

    private String deleteLargest() throws IOException {
        SourceTree.Part largest = tree.largestDirectory();
        Path directory = new Path(renamed, largest.name());
        require(fileSystem.delete(directory, true), "could not delete " + directory);
        require(!fileSystem.exists(directory), directory + " is still there");
        listed(renamed, tree.files().size() - largest.files());
        return largest.files() + " files of " + largest.name();
    }

    private int listed(Path directory, int expected) throws IOException {
        int files = 0;
        RemoteIterator<LocatedFileStatus> found = fileSystem.listFiles(directory, true);
        while (found.hasNext()) {
            found.next();
            files++;
        }
        require(files == expected, directory + " has " + files + " files, not " + expected);
        return files;
    }

    private static Path in(Path directory, java.nio.file.Path file) {
        return new Path(directory, file.toString());
    }

    private static void require(boolean condition, String otherwise) throws IOException {
        if (!condition) {
            throw new IOException(otherwise);
        }
    }
}
