package io.lambdafs.client.tcp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Whose turn it is to read the connections: a caller's that waits for an answer, or while there are none, the server's own
 * thread's.
 *
 * <p>A caller that reads is woken by the network itself. Were it always the server's thread that reads, each answer would
 * wake that thread first and the caller by way of it, and that thread would be woken by each request too, for KryoNet
 * wakes whoever selects when it sends. A caller that waits alone need not even be woken, if its answer comes soon: it looks
 * for it for a while before it sleeps, see {@link Spin}.
 */
final class ReadingTurn {
    /** How long the server's thread selects at once; a request that is sent ends it early. */
    private static final int IDLE_SELECT_MILLIS = 250;

    /** How long callers must have read nothing before the server's thread reads again. */
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final IntConsumer select;
    private final Spin spin;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final AtomicLong turnsOfCallers = new AtomicLong();
    private final Set<Answer> awaited = ConcurrentHashMap.newKeySet();

    /**
     * Reads by this, which takes milliseconds and returns once something was read, or sent, or they are over; at once, if
     * there are none.
     */
    ReadingTurn(IntConsumer select, Spin spin) {
        this.select = select;
        this.spin = spin;
    }

    /** To be called before a request is sent, so that the server's thread makes room when it is. */
    void enter(Answer answer) {
        awaited.add(answer);
    }

    /** To be called when the caller waits no more. */
    void leave(Answer answer) {
        awaited.remove(answer);
        passOn();
    }

    /** How many callers wait for an answer, on whatever connection. */
    int waiting() {
        return awaited.size();
    }

    /** Reads, or lets others read, for not much longer than this or until the answer is there. */
    void await(Answer answer, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!taken.compareAndSet(false, true)) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        try {
            turnsOfCallers.incrementAndGet();
            // Whoever had the turn before may have read the answer.
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
        return awaited.size() == 1;
    }

    private boolean isThereNow(Answer answer) {
        select.accept(0);
        return answer.isThere();
    }

    /** What the server's thread does, again and again. */
    void idle() {
        if (awaited.isEmpty() && taken.compareAndSet(false, true)) {
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
        } while (turnsOfCallers.get() != before && !Thread.currentThread().isInterrupted());
    }

    private void passOn() {
        if (taken.get()) {
            return;
        }
        for (Answer next : awaited) {
            if (!next.isThere()) {
                next.wake();
                return;
            }
        }
    }
}
