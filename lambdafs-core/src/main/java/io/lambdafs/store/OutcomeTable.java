package io.lambdafs.store;

import java.time.Duration;

/** The recorded outcomes of requests; see {@link Transaction#recordOutcome}. */
public interface OutcomeTable {
    /** Deletes up to so many outcomes older than this, by the store's clock. Returns how many it deleted. */
    int purge(Duration olderThan, int limit);
}
