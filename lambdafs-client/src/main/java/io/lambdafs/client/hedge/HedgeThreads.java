package io.lambdafs.client.hedge;

import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of hedged calls: one that looks, and a bounded number that wait for copies. None while none are needed. */
public final class HedgeThreads implements Closeable {
    /** How often a waiting call looks for a connection. */
    public static final Duration LOOK_INTERVAL = Duration.ofMillis(50);

    private static final int MOST_COPIES = 64;
    private static final int IDLE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor looks =
            new ScheduledThreadPoolExecutor(1, daemons("lambdafs-client-looks"));
    private final ThreadPoolExecutor copies = new ThreadPoolExecutor(
            0, MOST_COPIES, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("lambdafs-client-copy"));

    /** No threads yet. */
    public HedgeThreads() {
        looks.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        looks.allowCoreThreadTimeOut(true);
        looks.setRemoveOnCancelPolicy(true);
    }

    /** A look that is to come. */
    public interface Look {
        /** Has it not come, if it has not begun. */
        void cancel();
    }

    /** Runs this, which must not wait, after so long; never once these threads are closed. */
    public Look lookAfter(Duration delay, Runnable look) {
        try {
            Future<?> coming = looks.schedule(look, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> coming.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    /** Runs this, which may wait; or the other, at once, if too many are running. */
    public void execute(Runnable copy, Runnable otherwise) {
        try {
            copies.execute(copy);
        } catch (RejectedExecutionException tooMany) {
            otherwise.run();
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
        copies.shutdownNow();
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
