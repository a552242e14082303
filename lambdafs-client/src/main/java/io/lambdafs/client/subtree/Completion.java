package io.lambdafs.client.subtree;

import io.lambdafs.wire.subtree.Mechanism;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Runs the mechanisms of a policy after the operations: stages one after the other, those of a stage at once. */
final class Completion {
    private Completion() {}

    /** What one mechanism does. */
    interface Run {
        void mechanism(Mechanism mechanism) throws IOException;
    }

    /** Runs all mechanisms but {@code append_client_journal}, which the operations were. The first failure ends it. */
    static void run(SubtreePolicy policy, Run run) throws IOException {
        for (List<Mechanism> stage : policy.stages()) {
            if (stage.size() > 1) {
                atOnce(stage, run);
            } else if (stage.get(0) != Mechanism.APPEND_CLIENT_JOURNAL) {
                run.mechanism(stage.get(0));
            }
        }
    }

    /* All are waited for, whatever fails: an interrupt in the middle of a write would close the journal. */
    private static void atOnce(List<Mechanism> stage, Run run) throws IOException {
        ScheduledExecutorService threads = DaemonThreads.of("lambdafs-subtree-complete", stage.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Mechanism mechanism : stage) {
                running.add(threads.submit(() -> {
                    run.mechanism(mechanism);
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

    private static @Nullable IOException failureOf(Future<?> mechanism, @Nullable IOException before) {
        IOException failure;
        try {
            mechanism.get();
            return before;
        } catch (ExecutionException e) {
            failure = e.getCause() instanceof IOException
                    ? (IOException) e.getCause()
                    : new IOException("A mechanism of a policy failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = new InterruptedIOException("The completion of a decoupled subtree was interrupted");
        }
        if (before == null) {
            return failure;
        }
        before.addSuppressed(failure);
        return before;
    }
}
