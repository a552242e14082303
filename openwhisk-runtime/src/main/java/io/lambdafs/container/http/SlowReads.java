package io.lambdafs.container.http;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/** Ends the reads of slow callers on a thread of its own, which sleeps while nothing is read: an idle instance is to cost nothing. */
final class SlowReads implements AutoCloseable {
    private final RequestReads reads;
    private final Thread thread;
    private volatile boolean sleeping;
    private volatile boolean closed;

    /** Watches requests that run on these threads. */
    SlowReads(Executor threads, RequestReads.Limits limits) {
        reads = new RequestReads(threads, limits, System::nanoTime, this::wake);
        thread = new Thread(this::watch, "action-slow-reads");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    RequestReads reads() {
        return reads;
    }

    private void wake() {
        if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    private void watch() {
        while (!closed) {
            sleeping = true;
            if (reads.isIdle()) {
                // A request that begins after this look sees that this thread sleeps, and wakes it.
                LockSupport.park(this);
            }
            sleeping = false;
            LockSupport.parkNanos(RequestReads.STEP.toNanos());
            reads.endOverdue();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
