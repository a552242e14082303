package io.lambdafs.store.rocks.engine;

import java.time.Duration;

/**
 * The engine's bounds.
 *
 * @param openTransactions how many may be open at once
 * @param changesPerTransaction how many rows one may change
 * @param changesPerBatch after how many changed rows a batch takes no further transaction
 * @param changesKept how many commits the change feed has
 * @param changesAge how long it has them
 * @param versionsAge how long it has what the items of volumes held before
 */
public record EngineLimits(
        int openTransactions,
        int changesPerTransaction,
        int changesPerBatch,
        long changesKept,
        Duration changesAge,
        Duration versionsAge) {
    public EngineLimits {
        if (openTransactions < 1 || changesPerTransaction < 1 || changesPerBatch < 1 || changesKept < 1) {
            throw new IllegalArgumentException("the engine's bounds are at least 1: " + openTransactions + ", "
                    + changesPerTransaction + ", " + changesPerBatch + ", " + changesKept);
        }
        if (changesAge.isNegative() || versionsAge.isNegative()) {
            throw new IllegalArgumentException(
                    "changes are not kept for " + changesAge + ", nor versions for " + versionsAge);
        }
    }

    /** Bounds that keep older versions for the usual time. */
    public EngineLimits(
            int openTransactions,
            int changesPerTransaction,
            int changesPerBatch,
            long changesKept,
            Duration changesAge) {
        this(openTransactions, changesPerTransaction, changesPerBatch, changesKept, changesAge, VERSIONS_AGE);
    }

    /** More than the 15 minutes that a function may take on most platforms. */
    public static final Duration VERSIONS_AGE = Duration.ofMinutes(20);

    public static EngineLimits defaults() {
        return new EngineLimits(10_000, 1_000_000, 10_000, 100_000, Duration.ofHours(1));
    }
}
