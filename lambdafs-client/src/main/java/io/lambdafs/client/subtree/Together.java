package io.lambdafs.client.subtree;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Runs steps at once. */
final class Together {
    private Together() {}

    /** One of them. */
    interface Step {
        void run() throws IOException;
    }

    /**
     * Runs all steps, whatever fails, and returns when none runs any more, or when the caller is interrupted.
     *
     * @param name of the threads
     * @throws IOException the first failure, with the others as suppressed ones
     */
    static void all(String name, List<Step> steps) throws IOException {
        run(name, steps.size(), steps);
    }

    /**
     * As {@link #all}, but begins no step after a failure.
     *
     * @param most how many run at once, at most
     */
    static void untilFailure(String name, int most, List<Step> steps) throws IOException {
        AtomicBoolean failed = new AtomicBoolean();
        List<Step> guarded = new ArrayList<>();
        for (Step step : steps) {
            guarded.add(() -> runUnless(failed, step));
        }
        run(name, Math.min(most, steps.size()), guarded);
    }

    private static void run(String name, int most, List<Step> steps) throws IOException {
        if (steps.size() < 2) {
            for (Step step : steps) {
                step.run();
            }
            return;
        }
        ScheduledExecutorService threads = DaemonThreads.of(name, most);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Step step : steps) {
                running.add(threads.submit(() -> {
                    step.run();
                    return true;
                }));
            }
            IOException failure = null;
            for (Future<?> each : running) {
                failure = failureOf(each, failure);
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void runUnless(AtomicBoolean failed, Step step) throws IOException {
        if (failed.get()) {
            return;
        }
        boolean done = false;
        try {
            step.run();
            done = true;
        } finally {
            if (!done) {
                failed.set(true);
            }
        }
    }

    private static @Nullable IOException failureOf(Future<?> step, @Nullable IOException before) {
        IOException failure;
        try {
            step.get();
            return before;
        } catch (ExecutionException e) {
            failure = e.getCause() instanceof IOException
                    ? (IOException) e.getCause()
                    : new IOException("A part of the work on a decoupled subtree failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = new InterruptedIOException("The work on a decoupled subtree was interrupted");
        }
        if (before == null) {
            return failure;
        }
        before.addSuppressed(failure);
        return before;
    }
}
