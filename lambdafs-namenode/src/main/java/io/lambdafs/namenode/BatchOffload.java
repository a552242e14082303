package io.lambdafs.namenode;

import io.lambdafs.housekeeping.RemovalBatch;
import java.util.List;

/** Has other NameNodes do a part of this one's background work. Thread-safe. */
@FunctionalInterface
public interface BatchOffload {
    /** Nobody helps. */
    BatchOffload NONE = batches -> new Offer(0, () -> {});

    /** Begins to have batches removed elsewhere, and returns at once. */
    Offer offer(List<RemovalBatch> batches);

    /**
     * What became of an offer.
     *
     * @param taken how many of the first batches others took on; the rest is for the caller
     * @param end waits for them, within a bound; a helper that fails at a batch leaves it to be found again
     */
    record Offer(int taken, Runnable end) {}
}
