package io.lambdafs.store.move;

import io.lambdafs.store.StoreConfig;

/** An adapter whose stores can be moved; found by {@link java.util.ServiceLoader}. */
public interface MoveProvider {
    /** Whether this adapter is for stores with such a URL. */
    boolean accepts(String url);

    /**
     * Opens the store, also one that cannot be opened as a file system because a move has begun or has ended there. Creates or
     * migrates its schema where needed.
     *
     * @throws io.lambdafs.store.StoreException UNAVAILABLE, or INCOMPATIBLE when the data is of a newer version
     */
    MovableStore open(StoreConfig config);
}
