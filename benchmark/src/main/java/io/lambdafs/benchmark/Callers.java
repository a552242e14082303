package io.lambdafs.benchmark;

import io.lambdafs.benchmark.load.Latencies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Threads that each call one operation again and again, the next call when the last is answered (a closed loop). */
final class Callers implements AutoCloseable {
    /** More than any round of these operations reaches; bounds what is kept. */
    private static final int MAX_OPERATIONS = 100_000;

    private final int count;
    private final long roundNanos;
    private final CpuMeter meter;
    private final ExecutorService threads;

    /** So many callers, each operation for so long. */
    Callers(int count, long roundNanos, CpuMeter meter) {
        this.count = count;
        this.roundNanos = roundNanos;
        this.meter = meter;
        this.threads = Executors.newFixedThreadPool(count);
    }

    int count() {
        return count;
    }

    /**
     * Calls an operation for the length of a round, or if it is of what was created, on all of that.
     *
     * @param created how many files each caller created; updated by {@link Operation#CREATE}
     */
    Sample run(Operation operation, FileSystem fs, Path base, int[] created) throws IOException, InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Latencies>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Path own = new Path(base, "caller" + i);
            int limit = operation.ofCreated() ? created[i] : MAX_OPERATIONS;
            long nanos = operation.ofCreated() ? Long.MAX_VALUE : roundNanos;
            running.add(threads.submit(() -> {
                start.await();
                return loop(operation, fs, own, limit, nanos);
            }));
        }
        CpuTimes before = meter.read();
        long begin = System.nanoTime();
        start.countDown();
        Latencies all = new Latencies();
        for (int i = 0; i < count; i++) {
            Latencies own = await(running.get(i));
            if (operation == Operation.CREATE) {
                created[i] = own.count();
            }
            all.addAll(own);
        }
        return new Sample(all, System.nanoTime() - begin, meter.read().minus(before));
    }

    private static Latencies loop(Operation operation, FileSystem fs, Path own, int limit, long nanos)
            throws IOException {
        Latencies latencies = new Latencies();
        long begin = System.nanoTime();
        long last = begin;
        for (int i = 0; i < limit && last - begin < nanos; i++) {
            operation.perform(fs, own, i);
            long now = System.nanoTime();
            latencies.add(now - last);
            last = now;
        }
        return latencies;
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
