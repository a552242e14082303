package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.WriterId;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transaction that has begun and not ended. */
final class OpenTransaction {
    private final long id;
    private final long connection;
    private final WriterId writer;
    private final TransactionBounds bounds;
    private final long deadlineNanos;
    private final Overlay overlay = new Overlay();
    private final Set<RowKey> locked = new LinkedHashSet<>();
    private @Nullable Waiting waiting;
    private boolean granted;
    private boolean committing;

    /** A call that waits for a lock, and until when. */
    record Waiting(LockTable.Request request, Event.Call<?> call, long untilNanos) {}

    OpenTransaction(Event.Begin<?> begin, long nowNanos) {
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

    Overlay overlay() {
        return overlay;
    }

    /** The rows that it holds, in the order in which it took them. */
    Set<RowKey> locked() {
        return locked;
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

    void await(LockTable.Request request, Event.Call<?> call, long nowNanos) {
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
