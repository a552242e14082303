package io.lambdafs.client.hedge;

import org.jspecify.annotations.Nullable;

/** Ends, from another thread, a wait that nothing depends on any more. Thread-safe. */
public final class Cancellation {
    private @Nullable Runnable ending;
    private boolean cancelled;

    /** Says how to end the wait that begins now; without effect once it is cancelled. To be followed by {@link #over}. */
    public synchronized void waiting(Runnable endsWait) {
        ending = cancelled ? null : endsWait;
    }

    /** The wait has ended by itself: there is nothing to end. */
    public synchronized void over() {
        ending = null;
    }

    /** Ends the present wait, if there is one, and has the next one not begin. */
    public void cancel() {
        Runnable endsWait;
        synchronized (this) {
            cancelled = true;
            endsWait = ending;
            ending = null;
        }
        if (endsWait != null) {
            endsWait.run();
        }
    }

    /** Whether nothing depends on the wait any more. */
    public synchronized boolean isCancelled() {
        return cancelled;
    }
}
