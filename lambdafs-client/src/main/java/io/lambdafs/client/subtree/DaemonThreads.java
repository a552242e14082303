package io.lambdafs.client.subtree;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that do not keep a JVM from ending. */
final class DaemonThreads {
    private DaemonThreads() {}

    /** An executor of so many threads, which are made when there is work. What is planned for later is forgotten at its end. */
    static ScheduledExecutorService of(String name, int count) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(count, task -> {
            Thread thread = Executors.defaultThreadFactory().newThread(task);
            thread.setName(name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return executor;
    }

    /** Starts work that reports its failures itself, after so many seconds; not if the executor was shut down meanwhile. */
    static void start(ScheduledExecutorService executor, long seconds, Runnable work) {
        try {
            Future<?> unused = executor.schedule(work, seconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            // Its owner has no use for the work any more.
        }
    }

    static void awaitEnd(ScheduledExecutorService executor, long millis) {
        try {
            if (!executor.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
