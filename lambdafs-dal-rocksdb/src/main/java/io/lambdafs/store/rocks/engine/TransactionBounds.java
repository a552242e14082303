package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How long a transaction may wait and live.
 *
 * @param lock the longest wait for one row's lock
 * @param life from its begin to its commit, idle or busy
 */
public record TransactionBounds(Duration lock, Duration life) {
    public TransactionBounds {
        requireNonNull(lock, "lock");
        requireNonNull(life, "life");
    }
}
