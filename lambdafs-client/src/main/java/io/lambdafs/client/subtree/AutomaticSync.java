package io.lambdafs.client.subtree;

import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * Syncs a decoupled subtree after so many operations, or every so many seconds, as its policy says. The writer goes on meanwhile. There is
 * one sync at a time; what is due meanwhile is part of the next one. Thread-safe.
 */
final class AutomaticSync implements Closeable {
    private static final long CLOSE_MILLIS = 120_000;

    private final Overlay overlay;
    private final Syncing syncing;
    private final long operations;
    private final long seconds;
    private final ScheduledExecutorService thread;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** What is to be done each time. */
    interface Syncing {
        /**
         * Syncs.
         *
         * @throws PostponedException if it cannot be done now, which is no failure
         */
        void sync() throws IOException;
    }

    /** Says that a sync is to be made later. */
    static final class PostponedException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private AutomaticSync(Overlay overlay, Syncing syncing, SubtreePolicy policy) {
        this.overlay = overlay;
        this.syncing = syncing;
        this.operations = policy.syncOperations();
        this.seconds = policy.syncSeconds();
        this.thread = DaemonThreads.of("lambdafs-subtree-sync", 1);
    }

    static boolean isAskedFor(SubtreePolicy policy) {
        return policy.syncOperations() > 0 || policy.syncSeconds() > 0;
    }

    /**
     * Whether a sync is due.
     *
     * @param changes how many wait
     * @param millis since the last sync
     */
    static boolean isDue(SubtreePolicy policy, long changes, long millis) {
        boolean many = policy.syncOperations() > 0 && changes >= policy.syncOperations();
        boolean old = policy.syncSeconds() > 0 && millis >= TimeUnit.SECONDS.toMillis(policy.syncSeconds());
        return changes > 0 && (many || old);
    }

    /** Begins. */
    static AutomaticSync start(Overlay overlay, SubtreePolicy policy, Syncing syncing) throws IOException {
        AutomaticSync sync = new AutomaticSync(overlay, syncing, policy);
        if (sync.seconds > 0) {
            sync.later();
        }
        sync.watch(false);
        return sync;
    }

    private void later() {
        DaemonThreads.start(thread, seconds, this::runAndLater);
    }

    private void runAndLater() {
        run();
        later();
    }

    /* What waited already when a sync failed does not have it tried again at once. */
    private void watch(boolean failed) throws IOException {
        if (operations > 0) {
            overlay.withJournal(journal -> {
                journal.alarmAt(failed ? journal.entries() + operations : operations, this::due);
                return true;
            });
        }
    }

    private void due() {
        DaemonThreads.start(thread, 0, this::runAndWatch);
    }

    private void runAndWatch() {
        boolean done = run();
        try {
            watch(!done);
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    private boolean run() {
        try {
            syncing.sync();
            return true;
        } catch (PostponedException e) {
            return false;
        } catch (IOException | RuntimeException e) {
            failure.compareAndSet(null, e);
            return false;
        }
    }

    /**
     * Tells the program of a sync that failed, once.
     *
     * @throws RemoteException says why; the changes are in the journal still, and the next sync has them
     */
    void report() throws RemoteException {
        if (failure.get() == null) {
            return;
        }
        Exception failed = failure.getAndSet(null);
        if (failed != null) {
            throw Refusals.plain("A sync of the decoupled subtree " + overlay.root()
                    + ", which its policy asks for, failed: " + failed.getMessage()
                    + " Its changes are in the journal, and the next sync sends them.");
        }
    }

    /** Waits for a sync that is under way, up to two minutes, and begins no other. */
    @Override
    public void close() {
        thread.shutdown();
        DaemonThreads.awaitEnd(thread, CLOSE_MILLIS);
    }
}
