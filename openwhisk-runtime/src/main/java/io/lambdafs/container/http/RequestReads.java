package io.lambdafs.container.http;

import static java.util.Objects.requireNonNull;

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
 * <p>The HTTP server reads the head of a request on a thread of the executor. A caller that sends it slowly, or only a
 * part, holds that thread before the caller is authenticated. So a caller that has shown no secret has a few seconds,
 * and much less while other requests wait for a thread. One that has shown it has longer, for its body. An interrupt
 * ends the reading, because it closes the channel that the thread reads.
 *
 * <p>Time passes from one call of {@link #endOverdue} to the next, and by no more than {@link #STEP} each. A call that comes late shows
 * that this process waits for a core. The threads that read then wait for one too, so the later the call, the less time passes: a busy
 * machine is not taken for the caller's slowness. Some time always passes, so every read ends.
 */
public final class RequestReads implements Executor {
    /** How often {@link #endOverdue} is to be called. */
    public static final Duration STEP = Duration.ofMillis(50);

    private static final long LEAST_NANOS = STEP.toNanos() / 5;

    private final Executor threads;
    private final Limits limits;
    private final LongSupplier nanoTime;
    private final Runnable begun;
    private final Map<Thread, Read> reads = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile long nanos;
    private long latestLook;

    /**
     * How long a caller may take.
     *
     * @param unproven until it has shown the secret
     * @param unprovenWhileOthersWait the same while other requests wait for a thread: the head of a request comes in one piece, unless
     *     its caller wants it otherwise
     * @param proven for the rest of its request
     */
    public record Limits(Duration unproven, Duration unprovenWhileOthersWait, Duration proven) {
        /** For callers that show their secret in the head of a request. */
        public static Limits secretInHead() {
            return new Limits(Duration.ofSeconds(5), Duration.ofMillis(100), Duration.ofSeconds(30));
        }

        /**
         * The same over TLS: a thread does the handshake too. A full one costs some milliseconds of a core, and many come together
         * when a platform has been started.
         */
        public static Limits secretAfterHandshake() {
            return new Limits(Duration.ofSeconds(5), Duration.ofMillis(250), Duration.ofSeconds(30));
        }

        /** For callers that can show it in the body only, which may be long. */
        public static Limits secretInBody() {
            return new Limits(Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(30));
        }
    }

    /**
     * Requests that run on these threads.
     *
     * @param begun runs at the beginning of each request, quickly; {@link #endOverdue} has something to do from then on
     */
    RequestReads(Executor threads, Limits limits, LongSupplier nanoTime, Runnable begun) {
        this.threads = requireNonNull(threads, "threads");
        this.limits = requireNonNull(limits, "limits");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.begun = requireNonNull(begun, "begun");
        this.latestLook = nanoTime.getAsLong();
    }

    /** Requests that run on these threads; {@link #endOverdue} is called all the time. */
    public RequestReads(Executor threads, Limits limits, LongSupplier nanoTime) {
        this(threads, limits, nanoTime, () -> {});
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
        Read read = new Read(Thread.currentThread(), nanos, limits);
        reads.put(read.thread, read);
        begun.run();
        try {
            request.run();
        } finally {
            end(read);
        }
    }

    /** The caller of this thread's request has shown the secret. */
    public void proven() {
        Read read = reads.get(Thread.currentThread());
        if (read != null) {
            read.proven(nanos);
        }
    }

    /** This thread's request has been read. */
    public void complete() {
        Read read = reads.get(Thread.currentThread());
        if (read != null) {
            end(read);
        }
    }

    private void end(Read read) {
        reads.remove(read.thread, read);
        read.end();
    }

    /** Whether no request is being read. */
    boolean isIdle() {
        return reads.isEmpty();
    }

    /** Ends the reads that have taken too long; to be called every {@link #STEP}. */
    public synchronized void endOverdue() {
        long look = nanoTime.getAsLong();
        nanos += counted(look - latestLook);
        latestLook = look;
        boolean othersWait = waiting.get() > 0;
        reads.values().forEach(read -> read.interruptIfOverdue(nanos, othersWait));
    }

    /** How much of the time since the latest call is the callers'. */
    private static long counted(long elapsed) {
        long late = Math.max(0, elapsed - STEP.toNanos());
        return Math.max(Math.min(elapsed, LEAST_NANOS), Math.min(elapsed, STEP.toNanos()) - late);
    }

    /** A request that is being read. */
    private static final class Read {
        private final Thread thread;
        private final Limits limits;
        private long since;
        private boolean proven;
        private boolean ended;

        Read(Thread thread, long since, Limits limits) {
            this.thread = thread;
            this.since = since;
            this.limits = limits;
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
                return limits.proven();
            }
            return othersWait ? limits.unprovenWhileOthersWait() : limits.unproven();
        }
    }
}
