package io.lambdafs.store;

/** What a client's request does in a transaction, which may be tried several times and is committed at most once. */
@FunctionalInterface
public interface RequestWork {
    /** Changes nothing but the transaction; returns the outcome, which is recorded in it. */
    byte[] run(Transaction tx);

    /** What the next run will probably do; asked before its transaction begins. */
    default WriteHint hint() {
        return WriteHint.NONE;
    }

    /** The transaction of a run has ended, and holds nothing any more. Called once after each run; must not throw. */
    default void ended(Ending ending) {}

    /** How a transaction ended. */
    enum Ending {
        COMMITTED,
        ROLLED_BACK,
        /** The answer to the commit was lost: it may have taken effect, or do so any moment until the writer is fenced. */
        IN_DOUBT
    }
}
