package io.lambdafs.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Clients that create, write, rename, delete and make directories until they are stopped, and remember what was
 * acknowledged.
 *
 * <p>Each step would fail if it were executed twice: {@code create} without overwriting, {@code rename} of a source that
 * is then gone, {@code delete} that must return true, {@code append} that would double the content. So a failure of a
 * step that is not an admitted loss of contact is a finding.
 */
final class MixedLoad implements AutoCloseable {
    private final FileSystem fs;
    private final Path base;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private final Map<Path, String> present = new ConcurrentHashMap<>();
    private final Map<Path, Boolean> absent = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    MixedLoad(FileSystem fs, Path base, int clients) throws IOException {
        this.fs = fs;
        this.base = base;
        fs.mkdirs(base);
        for (int client = 0; client < clients; client++) {
            int number = client;
            Thread thread = new Thread(() -> run(number), "load-" + client);
            thread.start();
            threads.add(thread);
        }
    }

    long acknowledged() {
        return acknowledged.get();
    }

    Duration longestStep() {
        return Duration.ofNanos(longestNanos.get());
    }

    /** What went wrong so far: steps that failed. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    /** Returns when every client has had so many more steps acknowledged since now, all in all. */
    void awaitProgress(long steps, Duration bound) throws Exception {
        long goal = acknowledged.get() + steps;
        Await.until("the load goes on", bound, () -> acknowledged.get() >= goal || !violations.isEmpty());
    }

    private void run(int client) {
        for (int round = 0; !stopped.get(); round++) {
            try {
                runRound(client, round);
            } catch (IOException | RuntimeException e) {
                violations.add("client " + client + ", round " + round + ": " + e);
                return;
            }
        }
    }

    private void runRound(int client, int round) throws IOException {
        Path directory = new Path(base, "client" + client + "/round" + round);
        Path file = new Path(directory, "file");
        Path renamed = new Path(directory, "renamed");
        step("mkdirs", () -> require(fs.mkdirs(directory), "mkdirs " + directory));
        present.put(directory, "");
        String text = "client " + client + " round " + round;
        step("create", () -> {
            try (FSDataOutputStream out = fs.create(file, false)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
        });
        present.put(file, text);
        present.remove(file);
        step("rename", () -> require(fs.rename(file, renamed), "rename " + file));
        absent.put(file, true);
        present.put(renamed, text);
        step("open", () -> require(read(renamed).equals(text), "content of " + renamed));
        Path extra = new Path(directory, "extra");
        step("create", () -> fs.create(extra, false).close());
        step("delete", () -> require(fs.delete(extra, false), "delete " + extra));
        absent.put(extra, true);
        LockSupport.parkNanos(1_000_000);
    }

    private void step(String name, Step step) throws IOException {
        long start = System.nanoTime();
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            throw new IOException(name + " after " + Duration.ofNanos(System.nanoTime() - start) + ": " + e, e);
        }
        longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
        acknowledged.incrementAndGet();
    }

    private String read(Path file) throws IOException {
        try (FSDataInputStream in = fs.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void require(boolean condition, String what) throws IOException {
        if (!condition) {
            throw new IOException("answered false: " + what);
        }
    }

    /** Stops the clients and returns everything that was acknowledged and is not so. */
    List<String> stopAndVerify() throws Exception {
        close();
        List<String> lost = new ArrayList<>(violations);
        for (Map.Entry<Path, String> entry : present.entrySet()) {
            if (!fs.exists(entry.getKey())) {
                lost.add("lost " + entry.getKey());
            } else if (!entry.getValue().isEmpty() && !read(entry.getKey()).equals(entry.getValue())) {
                lost.add("changed " + entry.getKey());
            }
        }
        for (Path path : absent.keySet()) {
            if (fs.exists(path)) {
                lost.add("came back " + path);
            }
        }
        return lost;
    }

    @Override
    public void close() {
        stopped.set(true);
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofMinutes(2).toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One operation of the load. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }
}
