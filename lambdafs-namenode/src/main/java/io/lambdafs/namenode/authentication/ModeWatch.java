package io.lambdafs.namenode.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Asks the store now and then whether the cluster is still in simple mode. A cluster that is taken to secure mode may have instances that
 * nobody has ended yet, and those believe everybody. Reads nothing while no request comes. Thread-safe.
 */
public final class ModeWatch {
    /** For how long an answer counts. */
    public static final Duration FRESH = Duration.ofSeconds(30);

    /** For how long nobody asks again, if the store does not answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final TransactionRunner store;
    private final InstantSource clock;
    private volatile long countsUntilMillis;

    /** Of the cluster of this store, which its caller has just found in simple mode. */
    public ModeWatch(TransactionRunner store, InstantSource clock) {
        this.store = requireNonNull(store, "store");
        this.clock = requireNonNull(clock, "clock");
        this.countsUntilMillis = clock.millis() + FRESH.toMillis();
    }

    /** Whether the store was asked of late, so that {@link #requireSimple} need not wait for it. */
    boolean isFresh() {
        long left = countsUntilMillis - clock.millis();
        // A clock that was set back may not have an answer count for years.
        return left > 0 && left <= FRESH.toMillis();
    }

    /**
     * Returns if the cluster is in simple mode, or was when the store answered last. May take a round trip.
     *
     * @throws StoreException of kind INCOMPATIBLE if the cluster is in secure mode
     */
    void requireSimple() {
        if (!isFresh()) {
            ask();
        }
    }

    private synchronized void ask() {
        if (isFresh()) {
            return;
        }
        Duration counts = FRESH;
        try {
            boolean unused = store.read(tx -> {
                SecurityMode.SIMPLE.require(tx);
                return true;
            });
        } catch (StoreException e) {
            if (!e.kind().retriable()) {
                throw e;
            }
            counts = PATIENCE;
        }
        countsUntilMillis = clock.millis() + counts.toMillis();
    }
}
