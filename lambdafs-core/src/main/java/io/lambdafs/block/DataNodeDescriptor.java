package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;

/**
 * What the store knows of a DataNode.
 *
 * @param sinceHeartbeat how long ago it was last heard of, by the store's clock
 * @param activeTransfers number of block readers and writers it serves now
 * @param held the replicas that it has
 */
public record DataNodeDescriptor(
        DataNodeRegistration registration,
        List<StorageReport> storages,
        Duration sinceHeartbeat,
        int activeTransfers,
        HeldBlocks held) {
    public DataNodeDescriptor {
        requireNonNull(registration, "registration");
        storages = List.copyOf(storages);
        requireNonNull(sinceHeartbeat, "sinceHeartbeat");
        requireNonNull(held, "held");
    }

    /** A DataNode that has not reported its replicas. */
    public DataNodeDescriptor(
            DataNodeRegistration registration,
            List<StorageReport> storages,
            Duration sinceHeartbeat,
            int activeTransfers) {
        this(registration, storages, sinceHeartbeat, activeTransfers, HeldBlocks.UNKNOWN);
    }

    public DataNodeId id() {
        return registration.id();
    }

    /** Whether it was heard of within this time. */
    public boolean isAlive(Duration deadAfter) {
        return sinceHeartbeat.compareTo(deadAfter) < 0;
    }
}
