package io.lambdafs.store.ndb.cluster;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * A bounded number of sessions, opened when needed, the last one used first. A watch over the transactions on them ends
 * those that live too long. The cluster itself has only one bound for all processes, and only for idle transactions.
 */
final class Sessions {
    private static final Duration WATCH_PERIOD = Duration.ofMillis(100);

    private final Supplier<ClusterSession> opener;
    private final int most;
    private final StoreConfig.Bounds bounds;
    private final Semaphore permits;
    private final LongAdder opened = new LongAdder();
    private final Deque<ClusterSession> idle = new ConcurrentLinkedDeque<>();
    private final Set<ClusterTransaction> running = ConcurrentHashMap.newKeySet();
    private final ConnectionRefusals refusals = new ConnectionRefusals(System::nanoTime);
    private final ScheduledExecutorService watch;
    private volatile boolean closed;
    private volatile boolean lost;

    Sessions(Supplier<ClusterSession> opener, int most, StoreConfig.Bounds bounds) {
        this.opener = opener;
        this.most = most;
        this.bounds = bounds;
        permits = new Semaphore(most, true);
        watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "ndb-transaction-watch");
            thread.setDaemon(true);
            return thread;
        });
        ScheduledFuture<?> unused = watch.scheduleWithFixedDelay(
                () -> running.forEach(ClusterTransaction::endIfTooOld),
                WATCH_PERIOD.toMillis(),
                WATCH_PERIOD.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Begins a transaction on a session, whose close gives the session back. */
    @FunctionalInterface
    interface Beginning {
        ClusterTransaction on(ClusterSession session, Sessions owner);
    }

    ClusterTransaction begin(Beginning beginning) {
        ClusterSession session = borrow();
        ClusterTransaction transaction;
        try {
            transaction = beginning.on(session, this);
        } catch (RuntimeException e) {
            giveBack(session);
            throw e;
        }
        running.add(transaction);
        if (closed) {
            transaction.close();
            throw closedStore();
        }
        return transaction;
    }

    /** Notes that no node of the cluster can be reached over this connection any more. */
    void lost() {
        lost = true;
    }

    /** Notes that the cluster carried something out. */
    void served() {
        refusals.served();
    }

    /** Notes that it did not, though it might have; for too long, and the connection counts as lost. */
    void refused() {
        if (refusals.refused()) {
            lost = true;
        }
    }

    /** How many were ever opened. */
    long opened() {
        return opened.sum();
    }

    boolean isLost() {
        return lost;
    }

    void ended(ClusterTransaction transaction, ClusterSession session) {
        running.remove(transaction);
        giveBack(session);
    }

    private ClusterSession borrow() {
        awaitPermit();
        try {
            if (closed) {
                throw closedStore();
            }
            ClusterSession session = idle.pollFirst();
            return session != null ? session : openAnother();
        } catch (RuntimeException e) {
            permits.release();
            throw e;
        }
    }

    private ClusterSession openAnother() {
        ClusterSession session = opener.get();
        opened.increment();
        return session;
    }

    private void awaitPermit() {
        try {
            if (!permits.tryAcquire(bounds.connect().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        Kind.UNAVAILABLE,
                        "all " + most + " sessions of the store were busy for longer than " + bounds.connect());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNAVAILABLE, "interrupted while waiting for a session", e);
        }
    }

    private void giveBack(ClusterSession session) {
        idle.addFirst(session);
        permits.release();
        if (closed) {
            closeIdle();
        }
    }

    private void closeIdle() {
        for (ClusterSession next = idle.pollFirst(); next != null; next = idle.pollFirst()) {
            next.close();
        }
    }

    private static StoreException closedStore() {
        return new StoreException(Kind.UNAVAILABLE, "the store has been closed");
    }

    /**
     * Ends all transactions and closes all sessions.
     *
     * @return whether none is left, so that the connection below may go; one left hangs in a call to a dead cluster
     */
    boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        watch.shutdownNow();
        boolean all = true;
        for (ClusterTransaction transaction : List.copyOf(running)) {
            all &= transaction.abandon();
        }
        closeIdle();
        // A session that is being opened or lent at this moment is the one that may be missing.
        return all && permits.availablePermits() == most;
    }
}
