package io.lambdafs.openwhisk.platform.rest;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Runs requests, and bounds how long each may hold its thread until it has been read. Thread-safe.
 *
 * <p>The HTTP server reads the head of a request on a thread of the executor. A caller that sends it slowly, or only a part, holds
 * that thread before anybody knows who the caller is. So a caller without the key has a few seconds, and much less while other
 * requests wait for a thread. One that has shown the key has longer, for its body. An interrupt ends the reading, because it
 * closes the channel that the thread reads.
 */
final class RequestReads implements Executor {
    /** How long a caller may take until it has shown the key. */
    static final Duration UNPROVEN = Duration.ofSeconds(5);

    /** The same while other requests wait: the head of a request comes in one piece, unless its caller wants it otherwise. */
    static final Duration UNPROVEN_WHILE_OTHERS_WAIT = Duration.ofMillis(100);

    /** How long the body may take after that. */
    static final Duration BODY = Duration.ofSeconds(30);

    private final Executor threads;
    private final LongSupplier nanoTime;
    private final Map<Thread, Read> reads = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();

    RequestReads(Executor threads, LongSupplier nanoTime) {
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    @Override
    public void execute(Runnable request) {
        waiting.incrementAndGet();
        try {
            threads.execute(() -> run(request));
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
            throw e;
        }
    }

    private void run(Runnable request) {
        waiting.decrementAndGet();
        Read read = new Read(Thread.currentThread(), nanoTime.getAsLong());
        reads.put(read.thread, read);
        try {
            request.run();
        } finally {
            end(read);
        }
    }

    /** The caller of this thread's request has shown the key. */
    void proven() {
        Read read = reads.get(Thread.currentThread());
        if (read != null) {
            read.proven(nanoTime.getAsLong());
        }
    }

    /** This thread's request has been read. */
    void complete() {
        Read read = reads.get(Thread.currentThread());
        if (read != null) {
            end(read);
        }
    }

    private void end(Read read) {
        reads.remove(read.thread, read);
        read.end();
    }

    /** Ends the reads that have taken too long; to be called often. */
    void endOverdue() {
        long now = nanoTime.getAsLong();
        boolean othersWait = waiting.get() > 0;
        reads.values().forEach(read -> read.interruptIfOverdue(now, othersWait));
    }

    /** A request that is being read. */
    private static final class Read {
        private final Thread thread;
        private long since;
        private boolean proven;
        private boolean ended;

        Read(Thread thread, long since) {
            this.thread = thread;
            this.since = since;
        }

        synchronized void proven(long now) {
            proven = true;
            since = now;
        }

        /** From here on the thread is not interrupted; that it was, is forgotten. */
        @SuppressWarnings("unused") // the answer says what does not matter any more
        synchronized void end() {
            if (!ended) {
                ended = true;
                boolean late = Thread.interrupted();
            }
        }

        synchronized void interruptIfOverdue(long now, boolean othersWait) {
            if (!ended && now - since > limit(othersWait).toNanos()) {
                thread.interrupt();
            }
        }

        private Duration limit(boolean othersWait) {
            if (proven) {
                return BODY;
            }
            return othersWait ? UNPROVEN_WHILE_OTHERS_WAIT : UNPROVEN;
        }
    }
}
