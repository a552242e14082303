package io.lambdafs.openwhisk.platform.pool;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of a platform: for requests, for calls of containers, and one for time. */
public record PlatformThreads(ExecutorService requests, ExecutorService calls, ScheduledThreadPoolExecutor timer) {
    private static final int REQUEST_THREADS = 32;
    private static final int MAX_WAITING_REQUESTS = 10_000;
    private static final int SPARE_CALL_THREADS = 256;
    private static final int IDLE_SECONDS = 30;

    public static PlatformThreads create(int maxCalls) {
        ThreadPoolExecutor requests = new ThreadPoolExecutor(
                REQUEST_THREADS,
                REQUEST_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING_REQUESTS),
                daemons("platform-request"));
        requests.allowCoreThreadTimeOut(true);
        // Every call in flight holds one; the spare ones end instances and let finished calls overlap with new ones.
        ThreadPoolExecutor calls = new ThreadPoolExecutor(
                0,
                2 * maxCalls + SPARE_CALL_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("platform-call"));
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("platform-timer"));
        timer.setRemoveOnCancelPolicy(true);
        return new PlatformThreads(requests, calls, timer);
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
