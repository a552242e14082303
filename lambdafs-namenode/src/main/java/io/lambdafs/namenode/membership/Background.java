package io.lambdafs.namenode.membership;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs what nobody waits for, some time later; a simulation runs it when its own clock says so. */
@FunctionalInterface
public interface Background {
    /** Runs the task after about this long, on a thread that may block; not at all once the process is ending. */
    void after(Duration delay, Runnable task);

    /** Runs the task soon. */
    default void soon(Runnable task) {
        after(Duration.ZERO, task);
    }

    /** On an executor; what it refuses because it is shut down is not run. */
    static Background on(ScheduledExecutorService executor) {
        return (delay, task) -> {
            try {
                var unused = executor.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException ending) {
                return;
            }
        };
    }
}
