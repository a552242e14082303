package io.lambdafs.store.maintenance;

import java.nio.file.Path;
import java.util.List;

/** What operators ask of a store that keeps its files itself. Failures are {@link io.lambdafs.store.StoreException}s. */
public interface StoreMaintenance {
    /** How the store is: its files, its memory and its work, in the order in which they are shown. */
    List<StoreFigure> figures();

    /**
     * Copies the store while it serves, as of a moment during this call. Each transaction that was committed before the
     * call is in the copy, and each other one is there as a whole or not at all. The copy counts once this has
     * returned.
     *
     * @param directory an absolute path on the store's machine where nothing is yet; its parent exists
     * @return the number of the last commit that is in the copy for certain
     */
    long backUp(Path directory);
}
