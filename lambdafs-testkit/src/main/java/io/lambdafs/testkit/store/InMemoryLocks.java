package io.lambdafs.testkit.store;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The locked rows, with the transactions that hold them and the modes. Used by one thread at a time, as the turns say;
 * a wait lets others in.
 *
 * <p>A deadlock is not looked for: the first of the waits in it that reaches its bound breaks it.
 */
final class InMemoryLocks {
    private final DatabaseTurns turns;
    private final Map<Object, Map<InMemoryTransaction, LockMode>> holders = new LinkedHashMap<>();

    InMemoryLocks(DatabaseTurns turns) {
        this.turns = turns;
    }

    /** Waits until the transaction has the row in this mode or a stronger one. */
    void acquire(InMemoryTransaction asking, Object row, LockMode mode, Duration bound) {
        if (!turns.await(() -> isFree(asking, row, mode), bound)) {
            throw new StoreException(
                    StoreException.Kind.CONFLICT, "a row was locked by others for longer than " + bound);
        }
        holders.computeIfAbsent(row, key -> new LinkedHashMap<>())
                .merge(asking, mode, (old, wanted) -> old.compareTo(wanted) >= 0 ? old : wanted);
    }

    private boolean isFree(InMemoryTransaction asking, Object row, LockMode mode) {
        asking.requireOpen();
        List.copyOf(holders.getOrDefault(row, Map.of()).keySet()).forEach(InMemoryTransaction::endIfExpired);
        return holders.getOrDefault(row, Map.of()).entrySet().stream()
                .allMatch(held ->
                        held.getKey() == asking || (mode == LockMode.SHARED && held.getValue() == LockMode.SHARED));
    }

    boolean isHeldByOther(InMemoryTransaction asking, Object row) {
        return !isFree(asking, row, LockMode.EXCLUSIVE);
    }

    /** Whether no row is locked. */
    boolean isEmpty() {
        return holders.isEmpty();
    }

    void releaseAll(InMemoryTransaction ended) {
        holders.values().removeIf(held -> held.remove(ended) != null && held.isEmpty());
        turns.changed();
    }
}
