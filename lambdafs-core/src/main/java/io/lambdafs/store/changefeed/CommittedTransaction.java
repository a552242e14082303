package io.lambdafs.store.changefeed;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;

/**
 * What one committed transaction changed in the namespace.
 *
 * @param number its commit sequence number
 * @param time when it committed, by the store's clock
 * @param changes the rows that it wrote or deleted, each once, the deletions first: a reader that applies them in this
 *     order ends up with what the store has
 */
public record CommittedTransaction(long number, Instant time, List<RowChange> changes) {
    public CommittedTransaction {
        requireNonNull(time, "time");
        changes = List.copyOf(changes);
    }
}
