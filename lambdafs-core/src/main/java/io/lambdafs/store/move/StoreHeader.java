package io.lambdafs.store.move;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.Sequence;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What a store has besides its rows.
 *
 * @param identity what names the file system
 * @param next the next number of each sequence
 * @param lastWriter the number of the writer that was registered last; 0 if none was
 * @param lastCommit the last commit sequence number; 0 in a store that gives none and took none over
 * @param deployments among how many deployments the namespace is divided; empty if nobody has said so yet
 */
public record StoreHeader(
        ClusterIdentity identity, Map<Sequence, Long> next, long lastWriter, long lastCommit, OptionalInt deployments) {
    public StoreHeader {
        requireNonNull(identity, "identity");
        next = Map.copyOf(next);
        requireNonNull(deployments, "deployments");
    }
}
