package io.lambdafs.coordinator.ndb;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Member;
import io.lambdafs.coordinate.RegistrationLife;
import java.util.function.Consumer;

/** A row of this process's among the members, and when it was last known to be there. */
final class NdbRegistration implements Coordinator.Registration {
    private final Consumer<NdbRegistration> remover;
    private final RegistrationLife life = new RegistrationLife();
    private Registered row;
    private long provenNanos;

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
    public boolean isAlive() {
        return life.isAlive();
    }

    @Override
    public void onLoss(Runnable action) {
        life.onLoss(action);
    }

    @Override
    public void close() {
        if (life.close()) {
            remover.accept(this);
        }
    }

    void lost() {
        life.lost();
    }
}
