package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;

/** Threads that each do some work again and again, the next when the last is done. */
final class ClosedLoop implements AutoCloseable {
    /** Per caller; more than any round reaches, and a bound on what is kept. */
    private static final int MAX_OPERATIONS = 2_000_000;

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "caller");
        thread.setDaemon(true);
        return thread;
    });
    private long rounds;

    /** So many callers work for so long. */
    LoadResult run(Work work, int callers, long millis) throws IOException, InterruptedException {
        rounds++;
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch ready = new CountDownLatch(callers);
        List<Future<Latencies>> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Caller caller = new Caller(rounds, i);
            running.add(threads.submit(() -> {
                try {
                    work.prepare(caller);
                } finally {
                    ready.countDown();
                }
                start.await();
                return loop(work, caller, TimeUnit.MILLISECONDS.toNanos(millis));
            }));
        }
        ready.await();
        long begin = System.nanoTime();
        start.countDown();
        Latencies all = new Latencies();
        for (Future<Latencies> one : running) {
            all.addAll(await(one));
        }
        return LoadResult.of(all, System.nanoTime() - begin);
    }

    private static Latencies loop(Work work, Caller caller, long nanos) throws IOException {
        Latencies latencies = new Latencies();
        long begin = System.nanoTime();
        long last = begin;
        for (int i = 0; i < MAX_OPERATIONS && last - begin < nanos; i++) {
            work.perform(caller);
            long now = System.nanoTime();
            latencies.add(now - last);
            last = now;
        }
        return latencies;
    }

    /** Does something to each path once, with so many callers. */
    void forEach(List<Path> paths, int callers, PathAction action) throws IOException, InterruptedException {
        List<Future<Latencies>> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            int first = i;
            running.add(threads.submit(() -> {
                for (int p = first; p < paths.size(); p += callers) {
                    action.apply(paths.get(p));
                }
                return new Latencies();
            }));
        }
        for (Future<Latencies> one : running) {
            await(one);
        }
    }

    /** Something done to a path. */
    @FunctionalInterface
    interface PathAction {
        void apply(Path path) throws IOException;
    }

    private static Latencies await(Future<Latencies> running) throws IOException, InterruptedException {
        try {
            return running.get();
        } catch (ExecutionException e) {
            throw new IOException("an operation failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
