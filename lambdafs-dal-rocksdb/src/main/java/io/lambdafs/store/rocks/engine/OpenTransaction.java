package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A transaction that has begun and not ended. */
final class OpenTransaction {
    private final long id;
    private final long connection;
    private final WriterId writer;
    private final TransactionBounds bounds;
    private final long deadlineNanos;
    private final TransactionOverlay overlay = new TransactionOverlay();
    private final Map<RowKey, Held> locked = new LinkedHashMap<>();
    private @Nullable Waiting waiting;
    private boolean granted;
    private boolean committing;

    /** A call that waits for a lock, and until when. */
    record Waiting(LockTable.Request request, EngineEvent.Call<?> call, long untilNanos) {}

    OpenTransaction(EngineEvent.Begin<?> begin, long nowNanos) {
        id = begin.transaction();
        connection = begin.connection();
        writer = begin.writer();
        bounds = begin.bounds();
        deadlineNanos = nowNanos + bounds.life().toNanos();
    }

    long id() {
        return id;
    }

    long connection() {
        return connection;
    }

    WriterId writer() {
        return writer;
    }

    TransactionBounds bounds() {
        return bounds;
    }

    TransactionOverlay overlay() {
        return overlay;
    }

    /** A row that is locked, and what it holds for all others, once that has been looked up: nobody changes it meanwhile. */
    static final class Held {
        private boolean isKnown;
        private @Nullable Bytes committed;

        /** What was committed in the row. */
        @Nullable
        Bytes committed(Supplier<@Nullable Bytes> reading) {
            if (!isKnown) {
                committed = reading.get();
                isKnown = true;
            }
            return committed;
        }
    }

    /** The rows that it holds, in the order in which it took them. */
    Set<RowKey> locked() {
        return locked.keySet();
    }

    /** Notes that it holds a row. */
    void holds(RowKey row) {
        locked.computeIfAbsent(row, held -> new Held());
    }

    /** The row, if it holds its lock. */
    @Nullable
    Held held(RowKey row) {
        return locked.get(row);
    }

    /** The request that is in a queue. */
    Optional<LockTable.Request> waitsFor() {
        return granted ? Optional.empty() : Optional.ofNullable(waiting).map(Waiting::request);
    }

    /** The call that waits, or will go on within this step. */
    @Nullable
    Waiting waiting() {
        return waiting;
    }

    void await(LockTable.Request request, EngineEvent.Call<?> call, long nowNanos) {
        granted = false;
        waiting = new Waiting(request, call, nowNanos + bounds.lock().toNanos());
    }

    void isGranted() {
        granted = true;
    }

    void goOn() {
        waiting = null;
    }

    boolean isCommitting() {
        return committing;
    }

    void commits() {
        committing = true;
    }

    /** Whether its life is over; one that is being made durable has no bound any more. */
    boolean isExpired(long nowNanos) {
        return !committing && nowNanos - deadlineNanos >= 0;
    }
}
