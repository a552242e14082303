package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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

    /** A round whose callers have all that they need. */
    record Prepared(Work work, List<LoadCaller> callers) {
        Prepared {
            callers = List.copyOf(callers);
        }
    }

    /** What one caller measured. */
    private record Measured(Latencies all, Latencies reads) {}

    /** Makes what so many callers need for some work, below this directory. */
    Prepared prepare(Path root, Work work, int callers) throws IOException, InterruptedException {
        rounds++;
        List<LoadCaller> prepared = new ArrayList<>();
        List<Callable<Boolean>> preparations = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            LoadCaller caller = new LoadCaller(root, rounds, i, callers);
            prepared.add(caller);
            preparations.add(() -> {
                work.prepare(caller);
                return true;
            });
        }
        awaitAll(threads.invokeAll(preparations));
        return new Prepared(work, prepared);
    }

    /** The callers work for so long, or until nothing is left to do. */
    LoadResult run(Prepared round, long millis) throws IOException, InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch ready = new CountDownLatch(round.callers().size());
        List<Future<Measured>> running = new ArrayList<>();
        for (LoadCaller caller : round.callers()) {
            running.add(threads.submit(() -> {
                ready.countDown();
                start.await();
                return loop(round.work(), caller, TimeUnit.MILLISECONDS.toNanos(millis));
            }));
        }
        ready.await();
        long begin = System.nanoTime();
        start.countDown();
        List<Measured> measured = awaitAll(running);
        long elapsed = System.nanoTime() - begin;
        Latencies all = new Latencies();
        Latencies reads = new Latencies();
        for (Measured one : measured) {
            all.addAll(one.all());
            reads.addAll(one.reads());
        }
        return LoadResult.of(all, reads, elapsed);
    }

    private static Measured loop(Work work, LoadCaller caller, long nanos) throws IOException {
        Latencies latencies = new Latencies();
        Latencies reads = new Latencies();
        long begin = System.nanoTime();
        long last = begin;
        for (int i = 0; i < MAX_OPERATIONS && last - begin < nanos && work.hasNext(caller); i++) {
            work.perform(caller);
            long now = System.nanoTime();
            latencies.add(now - last);
            if (caller.hasRead()) {
                reads.add(now - last);
            }
            last = now;
        }
        return new Measured(latencies, reads);
    }

    /** Does something to each path once, with so many callers. */
    void forEach(List<Path> paths, int callers, PathAction action) throws IOException, InterruptedException {
        List<Future<Boolean>> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            int first = i;
            running.add(threads.submit(() -> {
                for (int p = first; p < paths.size(); p += callers) {
                    action.apply(paths.get(p));
                }
                return true;
            }));
        }
        awaitAll(running);
    }

    /** Something done to a path. */
    @FunctionalInterface
    interface PathAction {
        void apply(Path path) throws IOException;
    }

    private static <T> List<T> awaitAll(List<Future<T>> running) throws IOException, InterruptedException {
        List<T> results = new ArrayList<>();
        for (Future<T> one : running) {
            try {
                results.add(one.get());
            } catch (ExecutionException e) {
                throw new IOException("an operation failed: " + e.getCause(), e.getCause());
            }
        }
        return results;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
