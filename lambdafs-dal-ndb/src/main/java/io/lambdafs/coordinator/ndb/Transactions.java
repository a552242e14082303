package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.cluster.ClusterTransaction;

/** Runs transactions, one for each piece of work. */
interface Transactions {
    /**
     * Runs the work in a transaction; what it does not commit is rolled back.
     *
     * @throws io.lambdafs.store.StoreException if it failed; of a commit among it the outcome may be unknown
     */
    <T> T run(Work<T> work);

    /** What is done in one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T in(ClusterTransaction transaction);
    }
}
