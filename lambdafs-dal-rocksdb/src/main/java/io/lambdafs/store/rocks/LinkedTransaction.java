package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.TableOperation;

/** The user's end of an engine's transaction; used by one thread at a time. */
interface LinkedTransaction {
    /** Gathers a change for the next {@link #ask}. */
    <A> void later(TableOperation<A, Done> change, A argument);

    /** Whether so much is gathered that it should be asked for. */
    boolean isFull();

    /**
     * Has the engine make the changes that were gathered, and then do this.
     *
     * @param commit whether the transaction commits after that
     */
    <A, R> R ask(TableOperation<A, R> operation, A argument, boolean commit);

    /** Has the engine roll the transaction back, without a wait. Does not throw. */
    void rollBack();
}
