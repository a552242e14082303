package io.lambdafs.coordinator.zk;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of a listener that wait to be made: in the order in which they were put in, one at a time, by whichever thread
 * comes to make them.
 */
final class SerialCalls {
    private static final Logger log = LoggerFactory.getLogger(SerialCalls.class);

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private boolean busy;
    private boolean stopped;

    synchronized void put(Runnable call) {
        if (!stopped) {
            waiting.add(call);
        }
    }

    /** Makes no call more. */
    synchronized void stop() {
        stopped = true;
        waiting.clear();
    }

    /** Puts in the last call. */
    synchronized void putLast(Runnable call) {
        put(call);
        stopped = true;
    }

    synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Makes the calls that wait, unless another thread is at it: that one then makes them. Call it without locks. */
    void make() {
        synchronized (this) {
            if (busy) {
                return;
            }
            busy = true;
        }
        for (Runnable call = next(); call != null; call = next()) {
            try {
                call.run();
            } catch (RuntimeException | Error e) {
                // One that is not caught would keep all that come after it from being made.
                log.atError()
                        .setMessage("a coherence listener failed")
                        .setCause(e)
                        .log();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable call = waiting.poll();
        if (call == null) {
            busy = false;
        }
        return call;
    }
}
