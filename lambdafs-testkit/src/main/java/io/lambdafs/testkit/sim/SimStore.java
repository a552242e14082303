package io.lambdafs.testkit.sim;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.testkit.store.InMemoryMetadataStore;

/** A simulated process's end of a store, before its calls travel. */
public interface SimStore {
    /** The store itself. Its calls wait for nothing but what other transactions hold, and for the disk if it has one. */
    MetadataStore store();

    /**
     * Commits, and calls back the moment that others see the changes: that may be after the caller has gone, and after it has
     * been told that nobody knows.
     */
    void commit(Transaction tx, Runnable committed);

    /** Whether commits take no time, so that one can be a part of something that must not wait. */
    boolean commitsAtOnce();

    /** The end of the store's twin. */
    static SimStore of(InMemoryMetadataStore twin) {
        return new SimStore() {
            @Override
            public MetadataStore store() {
                return twin;
            }

            @Override
            public void commit(Transaction tx, Runnable committed) {
                tx.commit();
                committed.run();
            }

            @Override
            public boolean commitsAtOnce() {
                return true;
            }
        };
    }
}
