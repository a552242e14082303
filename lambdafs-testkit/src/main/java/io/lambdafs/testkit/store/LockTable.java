package io.lambdafs.testkit.store;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/**
 * Who holds which row in which mode. Guarded by the monitor that its condition belongs to, which a wait gives up.
 *
 * <p>A deadlock is not looked for: the first of the waits in it that reaches its bound breaks it.
 */
final class LockTable {
    /** How often a waiter looks whether the time of a holder has run out, since nobody tells it. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Condition changed;
    private final Map<Object, Map<InMemoryTransaction, LockMode>> holders = new HashMap<>();

    LockTable(Condition changed) {
        this.changed = changed;
    }

    /** Waits until the transaction has the row in this mode or a stronger one. */
    void acquire(InMemoryTransaction asking, Object row, LockMode mode, Duration bound) {
        if (!await(() -> isFree(asking, row, mode), bound)) {
            throw new StoreException(
                    StoreException.Kind.CONFLICT, "a row was locked by others for longer than " + bound);
        }
        holders.computeIfAbsent(row, key -> new HashMap<>())
                .merge(asking, mode, (old, wanted) -> old.compareTo(wanted) >= 0 ? old : wanted);
    }

    private boolean isFree(InMemoryTransaction asking, Object row, LockMode mode) {
        asking.requireOpen();
        Map<InMemoryTransaction, LockMode> present = Map.copyOf(holders.getOrDefault(row, Map.of()));
        present.keySet().forEach(InMemoryTransaction::endIfExpired);
        return holders.getOrDefault(row, Map.of()).entrySet().stream()
                .allMatch(held ->
                        held.getKey() == asking || (mode == LockMode.SHARED && held.getValue() == LockMode.SHARED));
    }

    boolean isHeldByOther(InMemoryTransaction asking, Object row) {
        return !isFree(asking, row, LockMode.EXCLUSIVE);
    }

    void releaseAll(InMemoryTransaction ended) {
        holders.values().removeIf(held -> held.remove(ended) != null && held.isEmpty());
        changed.signalAll();
    }

    /** Waits for the condition, for at most so long. Returns whether it holds. */
    boolean await(BooleanSupplier condition, Duration bound) {
        long left = bound.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                long slice = Math.min(left, LOOK_NANOS);
                left -= slice - changed.awaitNanos(slice);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "interrupted while waiting for a lock", e);
        }
    }
}
