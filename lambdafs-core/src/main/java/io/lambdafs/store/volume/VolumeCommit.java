package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.UUID;

/**
 * What a transaction commits.
 *
 * @param id its number, which no other transaction has: with it, a second attempt finds what became of the first
 * @param timestamp of the moment at which it has read
 * @param assertions what must hold for it to commit
 * @param writes what it changes, in this order; at least one, since a transaction without any has no need to commit
 */
public record VolumeCommit(UUID id, long timestamp, List<Assertion> assertions, List<Write> writes) {
    public VolumeCommit {
        requireNonNull(id, "id");
        assertions = List.copyOf(assertions);
        writes = List.copyOf(writes);
    }
}
