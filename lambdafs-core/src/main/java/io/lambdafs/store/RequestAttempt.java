package io.lambdafs.store;

import io.lambdafs.store.RequestWork.Ending;
import java.util.EnumSet;
import java.util.Set;

/** One attempt at the transaction of a client's request, and how it ended. Used by one thread. */
final class RequestAttempt {
    /** What the store says when it has refused a commit; after anything else it may have carried it out. */
    private static final Set<StoreException.Kind> REFUSALS = EnumSet.of(
            StoreException.Kind.CONFLICT,
            StoreException.Kind.FULL,
            StoreException.Kind.FENCED,
            StoreException.Kind.DUPLICATE_KEY,
            StoreException.Kind.MISSING_ROW);

    private final RequestWork work;
    private boolean ran;
    private Ending ending = Ending.ROLLED_BACK;

    RequestAttempt(RequestWork work) {
        this.work = work;
    }

    /** Runs the work and commits, unless an earlier attempt was committed. */
    byte[] run(Transaction tx) {
        var prior = tx.priorOutcome();
        if (prior.isPresent()) {
            return prior.get();
        }
        ran = true;
        try {
            byte[] outcome = work.run(tx);
            tx.recordOutcome(outcome);
            commit(tx);
            return outcome;
        } catch (StoreException e) {
            // To a request, a key that was taken meanwhile is a conflict like others: the next attempt sees the row
            // that has it.
            throw e.kind() == StoreException.Kind.DUPLICATE_KEY
                    ? new StoreException(StoreException.Kind.CONFLICT, "a key was taken while the request ran", e)
                    : e;
        }
    }

    private void commit(Transaction tx) {
        ending = Ending.IN_DOUBT;
        try {
            tx.commit();
            ending = Ending.COMMITTED;
        } catch (StoreException e) {
            if (REFUSALS.contains(e.kind())) {
                ending = Ending.ROLLED_BACK;
            }
            throw e;
        }
    }

    /** Tells the work, if it ran; to be called when the transaction is closed. */
    void ended() {
        if (ran) {
            work.ended(ending);
        }
    }
}
