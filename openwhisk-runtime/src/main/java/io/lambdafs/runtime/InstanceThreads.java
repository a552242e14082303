package io.lambdafs.runtime;

import io.lambdafs.namenode.membership.Background;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The threads of a function instance: daemons, bounded in number, with bounded queues. */
final class InstanceThreads implements AutoCloseable {
    private static final int MAX_WAITING_REQUESTS = 1024;
    private static final int MAX_WAITING_BATCHES = 64;
    private static final int OFFLOADED_AT_ONCE = 4;
    private static final int MAX_WAITING_OFFERS = 64;
    private static final int MAX_WAITING_NOTES = 256;
    private static final int BACKGROUND_THREADS = 4;
    private static final long IDLE_SECONDS = 30;
    private static final long LOOK_NANOS = 10_000_000;
    private static final int QUIET_LOOKS = 10;

    private final ThreadPoolExecutor requests;
    private final ThreadPoolExecutor emptying;
    private final ThreadPoolExecutor offloading;
    private final ThreadPoolExecutor noting;
    private final ScheduledThreadPoolExecutor background;

    InstanceThreads(int requestThreads) {
        requests = pool("request", requestThreads, MAX_WAITING_REQUESTS);
        emptying = pool("emptying", 1, MAX_WAITING_BATCHES);
        offloading = pool("offloading", OFFLOADED_AT_ONCE, MAX_WAITING_OFFERS);
        noting = pool("noting", 1, MAX_WAITING_NOTES);
        background = new ScheduledThreadPoolExecutor(BACKGROUND_THREADS, daemons("background"));
    }

    /** Carries out requests that came over TCP; refuses when too many wait. */
    ExecutorService requests() {
        return requests;
    }

    /** How many requests wait for one of those threads. */
    int waitingRequests() {
        return requests.getQueue().size();
    }

    /** Waits until those threads have had nothing to do for a moment, in which what was on its way arrives; at most so long. */
    void awaitNoRequests(Duration bound) {
        long begin = System.nanoTime();
        int quiet = 0;
        while (quiet < QUIET_LOOKS && System.nanoTime() - begin < bound.toNanos()) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            quiet = requests.getActiveCount() == 0 && requests.getQueue().isEmpty() ? quiet + 1 : 0;
        }
    }

    /** Empties detached subtrees; refuses when too many wait. */
    ExecutorService emptying() {
        return emptying;
    }

    /** Waits for other instances that help to empty them; refuses when too many offers wait. */
    ExecutorService offloading() {
        return offloading;
    }

    /** Writes what was noted of answers that were given; refuses when too many notes wait. */
    ExecutorService noting() {
        return noting;
    }

    /** What nobody waits for. */
    ScheduledThreadPoolExecutor background() {
        return background;
    }

    Background later() {
        return Background.on(background);
    }

    static ThreadFactory daemons(String name) {
        AtomicLong number = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ThreadPoolExecutor pool(String name, int threads, int waiting) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), daemons(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    @Override
    public void close() {
        requests.shutdown();
        emptying.shutdown();
        offloading.shutdown();
        noting.shutdown();
        background.shutdown();
    }
}
