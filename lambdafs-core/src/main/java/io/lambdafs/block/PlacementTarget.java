package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

/** A place for a replica: a storage of a DataNode. */
public record PlacementTarget(DataNodeDescriptor node, StorageReport storage) {
    public PlacementTarget {
        requireNonNull(node, "node");
        requireNonNull(storage, "storage");
    }
}
