package io.lambdafs.client.tcp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to read the connections: a caller's that waits for an answer, or while there are none, the server's own
 * thread's.
 *
 * <p>A caller that reads is woken by the network itself. If the server's thread always read, each answer would wake
 * that thread first, and that thread would then wake the caller. Each request would wake it too, because KryoNet wakes
 * the thread that selects when it sends. A caller that waits alone need not even be woken if its answer comes soon: it
 * polls for a while before it sleeps, see {@link Spin}. While answers are expected for which no thread waits, the
 * server's thread reads whenever no caller does.
 */
final class ReadingTurn {
    /** How long the server's thread selects at once; a request that is sent ends it early. */
    private static final int IDLE_SELECT_MILLIS = 250;

    /** How long callers must have read nothing before the server's thread reads again. */
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final IntConsumer select;
    private final Spin spin;
    private volatile @Nullable Thread server;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final AtomicLong turnsOfCallers = new AtomicLong();
    /** Requests for whose answers no thread waits. */
    private final AtomicInteger unawaited = new AtomicInteger();

    private final Set<AwaitedAnswer> awaited = ConcurrentHashMap.newKeySet();

    /**
     * Reads by this function. It takes a time in milliseconds, and returns once something was read or sent, or when the
     * time is over; at once if the time is 0.
     */
    ReadingTurn(IntConsumer select, Spin spin) {
        this.select = select;
        this.spin = spin;
    }

    /** To be called before a request is sent, so that the server's thread makes room when it is. */
    void enter(AwaitedAnswer answer) {
        awaited.add(answer);
    }

    /** To be called when the caller waits no more. */
    void leave(AwaitedAnswer answer) {
        awaited.remove(answer);
        passOn();
    }

    /** To be called before a request is sent for whose answer no thread waits: the server's thread reads until it has ended. */
    void unawaitedBegins() {
        if (unawaited.incrementAndGet() == 1) {
            LockSupport.unpark(server);
        }
    }

    /** To be called when nobody wants the answer any more. */
    void unawaitedEnded() {
        unawaited.decrementAndGet();
    }

    /** How many answers are waited for, by a thread or without one, on whatever connection. */
    int waiting() {
        return awaited.size() + unawaited.get();
    }

    /** Reads, or lets others read, for not much longer than this or until the answer is there. */
    void await(AwaitedAnswer answer, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!taken.compareAndSet(false, true)) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        try {
            turnsOfCallers.incrementAndGet();
            // The thread that had the turn before may have read the answer.
            if (!answer.isThere() && isAlone()) {
                spin.until(() -> !isAlone() || isThereNow(answer));
            }
            if (!answer.isThere()) {
                select.accept((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
            }
        } finally {
            taken.set(false);
        }
    }

    private boolean isAlone() {
        return awaited.size() == 1 && !hasUnawaited();
    }

    private boolean hasUnawaited() {
        return unawaited.get() > 0;
    }

    private boolean isThereNow(AwaitedAnswer answer) {
        select.accept(0);
        return answer.isThere();
    }

    /** What the server's thread does, again and again. */
    void idle() {
        server = Thread.currentThread();
        if ((awaited.isEmpty() || hasUnawaited()) && taken.compareAndSet(false, true)) {
            try {
                select.accept(IDLE_SELECT_MILLIS);
            } finally {
                taken.set(false);
            }
            passOn();
        } else {
            awaitCalm();
        }
    }

    private void awaitCalm() {
        long before;
        do {
            before = turnsOfCallers.get();
            LockSupport.parkNanos(this, CALM_NANOS);
        } while (!hasUnawaited()
                && turnsOfCallers.get() != before
                && !Thread.currentThread().isInterrupted());
    }

    private void passOn() {
        if (taken.get()) {
            return;
        }
        for (AwaitedAnswer next : awaited) {
            if (!next.isThere()) {
                next.wake();
                return;
            }
        }
        if (hasUnawaited()) {
            LockSupport.unpark(server);
        }
    }
}
