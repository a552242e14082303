package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import io.lambdafs.storage.ReplicaTypes;
import java.util.List;
import java.util.Set;

/**
 * A request for storages for the replicas of one block.
 *
 * @param wanted number of new replicas
 * @param bytes the free space that each must have
 * @param writerHost name or address of the machine that writes; empty if it wants no replica there, or has one already
 * @param unusable nodes that get no replica: those that the writer excludes, and those that have one
 * @param favoured names or addresses of nodes to take before all others, each with or without a port
 * @param types on which types of storages they belong
 */
public record PlacementRequest(
        int wanted,
        long bytes,
        String writerHost,
        Set<DataNodeId> unusable,
        List<String> favoured,
        ReplicaTypes types) {
    public PlacementRequest {
        requireNonNull(writerHost, "writerHost");
        unusable = Set.copyOf(unusable);
        favoured = List.copyOf(favoured);
        requireNonNull(types, "types");
        if (wanted < 0 || bytes < 0) {
            throw new IllegalArgumentException("negative number of places or bytes: " + wanted + ", " + bytes);
        }
    }

    /** A request without a writer, as for re-replication. */
    public static PlacementRequest anywhere(int wanted, long bytes, Set<DataNodeId> unusable, ReplicaTypes types) {
        return new PlacementRequest(wanted, bytes, "", unusable, List.of(), types);
    }

    /** The same request, away from these nodes and without regard for the writer's machine. */
    public PlacementRequest elsewhere(Set<DataNodeId> others) {
        return new PlacementRequest(wanted, bytes, "", others, favoured, types);
    }
}
