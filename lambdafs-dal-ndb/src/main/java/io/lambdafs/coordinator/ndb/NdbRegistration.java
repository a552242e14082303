package io.lambdafs.coordinator.ndb;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A row of this process's among the members, and when it was last known to be there. */
final class NdbRegistration implements Coordinator.Registration {
    /** What has become of it; the last two are final. */
    private enum State {
        ALIVE,
        LOST,
        CLOSED
    }

    private final Consumer<NdbRegistration> remover;
    private final List<Runnable> lossActions = new ArrayList<>();
    private Registered row;
    private long provenNanos;
    private State state = State.ALIVE;

    NdbRegistration(Registered row, long provenNanos, Consumer<NdbRegistration> remover) {
        this.row = row;
        this.provenNanos = provenNanos;
        this.remover = remover;
    }

    @Override
    public synchronized Member member() {
        return row.member();
    }

    synchronized Registered row() {
        return row;
    }

    /** The row for the next sign of life: never one that has been tried before, which others may have seen meanwhile. */
    synchronized Registered advance() {
        row = row.next();
        return row;
    }

    /** The cluster took the row that was sent then. */
    synchronized void renewed(long sentNanos) {
        provenNanos = sentNanos;
    }

    /** Whether others may take it for dead by now. */
    synchronized boolean isOverdue(long nowNanos) {
        return nowNanos - provenNanos > row.timeout().toNanos();
    }

    @Override
    public synchronized boolean isAlive() {
        return state == State.ALIVE;
    }

    @Override
    public void onLoss(Runnable action) {
        synchronized (this) {
            if (state != State.LOST) {
                lossActions.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (state != State.ALIVE) {
                return;
            }
            state = State.CLOSED;
        }
        remover.accept(this);
    }

    void lost() {
        List<Runnable> actions;
        synchronized (this) {
            if (state != State.ALIVE) {
                return;
            }
            state = State.LOST;
            actions = List.copyOf(lossActions);
            lossActions.clear();
        }
        actions.forEach(Runnable::run);
    }
}
