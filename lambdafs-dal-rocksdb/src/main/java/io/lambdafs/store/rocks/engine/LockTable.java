package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The row locks: their holders, and a queue of requests for each row.
 *
 * <p>Requests are granted in FIFO order, except that a lock upgrade goes to the front of the queue. A request that would close a
 * cycle of waits is refused.
 */
final class LockTable {
    private final Map<RowKey, Row> rows = new HashMap<>();

    /** A lock request that must wait. */
    record Request(OpenTransaction requester, RowKey row, LockMode mode) {}

    private static final class Row {
        final Map<OpenTransaction, LockMode> holders = new LinkedHashMap<>(4);
        /** Few rows are ever waited for. */
        private @Nullable Deque<Request> queue;

        boolean isWaitedFor() {
            return queue != null && !queue.isEmpty();
        }

        Deque<Request> queue() {
            Deque<Request> present = queue;
            if (present == null) {
                present = new ArrayDeque<>(1);
                queue = present;
            }
            return present;
        }

        boolean isFreeFor(OpenTransaction requester, LockMode mode) {
            for (Map.Entry<OpenTransaction, LockMode> held : holders.entrySet()) {
                if (held.getKey() != requester && !areCompatible(held.getValue(), mode)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static boolean areCompatible(LockMode one, LockMode other) {
        return one == LockMode.SHARED && other == LockMode.SHARED;
    }

    /** Takes the lock if that needs no wait; says whether the transaction has it now. */
    boolean tryAcquire(OpenTransaction requester, RowKey key, LockMode mode) {
        Row row = rows.computeIfAbsent(key, absent -> new Row());
        LockMode held = row.holders.get(requester);
        if (held != null && held.compareTo(mode) >= 0) {
            return true;
        }
        if (!row.isFreeFor(requester, mode) || (held == null && row.isWaitedFor())) {
            return false;
        }
        hold(row, requester, key, mode);
        return true;
    }

    private static void hold(Row row, OpenTransaction requester, RowKey key, LockMode mode) {
        row.holders.put(requester, mode);
        requester.holds(key);
    }

    /** Whether {@link #tryAcquire} would not give an exclusive lock. */
    boolean isLockedByOther(OpenTransaction requester, RowKey key) {
        Row row = rows.get(key);
        return row != null
                && row.holders.get(requester) != LockMode.EXCLUSIVE
                && (!row.isFreeFor(requester, LockMode.EXCLUSIVE) || row.isWaitedFor());
    }

    /**
     * Queues a request that could not be granted.
     *
     * @throws StoreException of kind CONFLICT if a transaction that it would wait for already waits for this one
     */
    Request enqueue(OpenTransaction requester, RowKey key, LockMode mode) {
        Request request = new Request(requester, key, mode);
        Row row = requireNonNull(rows.get(key));
        if (row.holders.containsKey(requester)) {
            row.queue().addFirst(request);
        } else {
            row.queue().addLast(request);
        }
        if (closesCycle(request)) {
            row.queue().remove(request);
            throw new StoreException(
                    Kind.CONFLICT, "a deadlock: the holder of the requested row waits for this transaction");
        }
        return request;
    }

    private boolean closesCycle(Request request) {
        Set<OpenTransaction> seen = new HashSet<>();
        Deque<OpenTransaction> next = new ArrayDeque<>(awaited(request));
        while (!next.isEmpty()) {
            OpenTransaction one = next.pop();
            if (one == request.requester()) {
                return true;
            }
            if (seen.add(one)) {
                one.waitsFor().ifPresent(waiting -> next.addAll(awaited(waiting)));
            }
        }
        return false;
    }

    /** The transactions that block the request. */
    private List<OpenTransaction> awaited(Request request) {
        Row row = requireNonNull(rows.get(request.row()));
        List<OpenTransaction> awaited = new ArrayList<>();
        row.holders.forEach((holder, mode) -> {
            if (holder != request.requester() && !areCompatible(mode, request.mode())) {
                awaited.add(holder);
            }
        });
        for (Request earlier : row.queue()) {
            if (earlier.equals(request)) {
                break;
            }
            if (!areCompatible(earlier.mode(), request.mode())) {
                awaited.add(earlier.requester());
            }
        }
        return awaited;
    }

    /** Frees all that an ended transaction holds or waits for; returns the requests that are granted by that. */
    List<Request> release(OpenTransaction ended) {
        List<Request> granted = new ArrayList<>();
        ended.waitsFor().ifPresent(request -> {
            Row row = requireNonNull(rows.get(request.row()));
            row.queue().remove(request);
            grant(request.row(), row, granted);
        });
        for (RowKey key : ended.locked()) {
            Row row = requireNonNull(rows.get(key));
            row.holders.remove(ended);
            grant(key, row, granted);
        }
        ended.locked().clear();
        return granted;
    }

    private void grant(RowKey key, Row row, List<Request> granted) {
        while (row.isWaitedFor()) {
            Request first = row.queue().element();
            if (!row.isFreeFor(first.requester(), first.mode())) {
                return;
            }
            row.queue().remove();
            hold(row, first.requester(), key, first.mode());
            first.requester().isGranted();
            granted.add(first);
        }
        if (row.holders.isEmpty()) {
            rows.remove(key);
        }
    }

    /** Whether no row is locked. */
    boolean isEmpty() {
        return rows.isEmpty();
    }
}
