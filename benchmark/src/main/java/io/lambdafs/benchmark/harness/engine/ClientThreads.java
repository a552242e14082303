package io.lambdafs.benchmark.harness.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Has each of several clients do something in a thread of its own. */
final class ClientThreads {
    private ClientThreads() {}

    /** What a client, by its index, does; returns a time. */
    @FunctionalInterface
    interface Task {
        long run(int index) throws IOException, InterruptedException;
    }

    /**
     * Returns when all have ended.
     *
     * @return the largest result
     * @throws IOException the first failure, or that not all have ended within the bound
     */
    static long run(int clients, Task task, long boundNanos) throws IOException, InterruptedException {
        List<FutureTask<Long>> running = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            int index = i;
            FutureTask<Long> future = new FutureTask<>(() -> task.run(index));
            running.add(future);
            Thread thread = new Thread(future, "client-" + index);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        long deadline = Ticker.SYSTEM.nanos() + boundNanos;
        long largest = 0;
        try {
            for (FutureTask<Long> future : running) {
                largest = Math.max(
                        largest, future.get(Math.max(0, deadline - Ticker.SYSTEM.nanos()), TimeUnit.NANOSECONDS));
            }
            return largest;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException(
                    "not all clients have ended " + TimeUnit.NANOSECONDS.toSeconds(boundNanos)
                            + " s after they began: the file system does not answer",
                    e);
        } finally {
            // If one failed, the others shall not go on.
            threads.forEach(Thread::interrupt);
        }
    }
}
