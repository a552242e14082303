package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;

/**
 * What the store knows of a DataNode.
 *
 * @param sinceHeartbeat how long ago it was last heard of, by the store's clock
 * @param activeTransfers number of block readers and writers it serves now
 */
public record DataNodeDescriptor(
        DataNodeRegistration registration, List<StorageReport> storages, Duration sinceHeartbeat, int activeTransfers) {
    public DataNodeDescriptor {
        requireNonNull(registration, "registration");
        storages = List.copyOf(storages);
        requireNonNull(sinceHeartbeat, "sinceHeartbeat");
    }

    public DataNodeId id() {
        return registration.id();
    }

    /** Whether it was heard of within this time. */
    public boolean isAlive(Duration deadAfter) {
        return sinceHeartbeat.compareTo(deadAfter) < 0;
    }
}
