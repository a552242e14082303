package io.lambdafs.testkit.store.contract;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;

/** A new, empty file system for one test class, which several processes may open. */
public interface StoreFixture extends AutoCloseable {
    /** Opens the store as one more process. */
    MetadataStore open(Bounds bounds);

    /** Removes it. */
    @Override
    void close();
}
