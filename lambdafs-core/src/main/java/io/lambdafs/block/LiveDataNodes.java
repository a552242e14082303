package io.lambdafs.block;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The DataNodes that were alive at one moment, found by the storages that they have. Immutable. */
public final class LiveDataNodes {
    private final List<DataNodeDescriptor> nodes;
    private final Map<StorageId, PlacementTarget> byStorage = new HashMap<>();

    private LiveDataNodes(List<DataNodeDescriptor> nodes) {
        this.nodes = nodes;
        for (DataNodeDescriptor node : nodes) {
            node.storages().forEach(storage -> byStorage.put(storage.id(), new PlacementTarget(node, storage)));
        }
    }

    /** Those of the nodes that were heard of within this time. */
    public static LiveDataNodes of(List<DataNodeDescriptor> known, Duration deadAfter) {
        return new LiveDataNodes(
                known.stream().filter(node -> node.isAlive(deadAfter)).toList());
    }

    /** All of the nodes, as if they were alive: for callers that must find dead ones by their storages too. */
    public static LiveDataNodes ofAll(List<DataNodeDescriptor> known) {
        return new LiveDataNodes(List.copyOf(known));
    }

    public List<DataNodeDescriptor> nodes() {
        return nodes;
    }

    /** The live node that has this storage. */
    public Optional<DataNodeDescriptor> having(StorageId storage) {
        return target(storage).map(PlacementTarget::node);
    }

    /** This storage with the live node that has it. */
    public Optional<PlacementTarget> target(StorageId storage) {
        return Optional.ofNullable(byStorage.get(storage));
    }

    public boolean has(StorageId storage) {
        return byStorage.containsKey(storage);
    }
}
