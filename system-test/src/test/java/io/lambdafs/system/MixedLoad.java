package io.lambdafs.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Clients that create, write, rename, delete and make directories until they are stopped, and remember what was
 * acknowledged.
 *
 * <p>Each step would fail if it were executed twice: {@code create} without overwriting, {@code rename} of a source that
 * is then gone, {@code delete} that must return true. So a failure of a step is a finding. There is no {@code append}
 * among them: it fails, as on HDFS, where a DataNode is dead and no other is left to take its place.
 */
public final class MixedLoad implements AutoCloseable {
    private static final Duration END_BOUND = Duration.ofMinutes(2);

    private final FileSystem fs;
    private final Path base;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicLongArray acknowledged;
    private final AtomicLong longestNanos = new AtomicLong();
    private final Map<Path, String> present = new ConcurrentHashMap<>();
    private final Map<Path, Boolean> absent = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    /** Starts so many clients, each in a directory of its own below this one. */
    public MixedLoad(FileSystem fs, Path base, int clients) throws IOException {
        this.fs = fs;
        this.base = base;
        acknowledged = new AtomicLongArray(clients);
        fs.mkdirs(base);
        for (int client = 0; client < clients; client++) {
            int number = client;
            Thread thread = new Thread(() -> run(number), "load-" + client);
            thread.start();
            threads.add(thread);
        }
    }

    /** Steps of all clients that have ended well. */
    public long acknowledged() {
        return acknowledgedPerClient().sum();
    }

    private LongStream acknowledgedPerClient() {
        return IntStream.range(0, acknowledged.length()).mapToLong(acknowledged::get);
    }

    /**
     * The longest of the steps that have ended since the load began or was told to forget them; one that does not end is found
     * when the load is stopped.
     */
    public Duration longestStep() {
        return Duration.ofNanos(longestNanos.get());
    }

    /** Measures anew, so that what happens next is not taken for what the start of cold functions cost. */
    public void forgetLongestStep() {
        longestNanos.set(0);
    }

    /** What went wrong so far: steps that failed, and clients that did not end. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    /** Returns when every client has had so many more steps acknowledged since now, or one has failed. */
    public void awaitProgress(long steps, Duration bound) throws Exception {
        long[] before = acknowledgedPerClient().toArray();
        Await.until(
                "every client of the load goes on",
                bound,
                () -> !violations.isEmpty()
                        || IntStream.range(0, before.length)
                                .allMatch(client -> acknowledged.get(client) >= before[client] + steps));
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
        step(client, "mkdirs", () -> require(fs.mkdirs(directory), "mkdirs " + directory));
        present.put(directory, "");
        String text = "client " + client + " round " + round;
        step(client, "create", () -> {
            try (FSDataOutputStream out = fs.create(file, false)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
        });
        present.put(file, text);
        present.remove(file);
        step(client, "rename", () -> require(fs.rename(file, renamed), "rename " + file));
        absent.put(file, true);
        present.put(renamed, text);
        step(client, "open", () -> require(read(renamed).equals(text), "content of " + renamed));
        Path extra = new Path(directory, "extra");
        step(client, "create", () -> fs.create(extra, false).close());
        step(client, "delete", () -> require(fs.delete(extra, false), "delete " + extra));
        absent.put(extra, true);
        LockSupport.parkNanos(1_000_000);
    }

    private void step(int client, String name, Step step) throws IOException {
        long start = System.nanoTime();
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            throw new IOException(name + " after " + Duration.ofNanos(System.nanoTime() - start) + ": " + e, e);
        }
        longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
        acknowledged.incrementAndGet(client);
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
    public List<String> stopAndVerify() throws Exception {
        close();
        findThoseThatHaveNotEnded();
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
        long deadline = System.nanoTime() + END_BOUND.toNanos();
        try {
            for (Thread thread : threads) {
                long left = deadline - System.nanoTime();
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void findThoseThatHaveNotEnded() {
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                violations.add(thread.getName() + " has not ended within " + END_BOUND + ", it is at "
                        + Arrays.toString(thread.getStackTrace()));
            }
        }
    }

    /** One operation of the load. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }
}
