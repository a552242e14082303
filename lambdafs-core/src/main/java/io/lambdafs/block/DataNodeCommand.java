package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A command that a DataNode gets at its next heartbeat. Delivered at most once: the component that gives a command
 * checks later whether it was carried out, and gives it again.
 */
public sealed interface DataNodeCommand {
    /** Delete the replica. */
    record Invalidate(Block block) implements DataNodeCommand {
        public Invalidate {
            requireNonNull(block, "block");
        }
    }

    /** Read the replica, and report it if its bytes do not match its checksums. */
    record Verify(Block block) implements DataNodeCommand {
        public Verify {
            requireNonNull(block, "block");
        }
    }

    /** Copy the replica to these storages. */
    record Transfer(Block block, List<StorageId> targets) implements DataNodeCommand {
        public Transfer {
            requireNonNull(block, "block");
            targets = List.copyOf(targets);
        }
    }

    /** Bring the replicas on these storages to one length under a new generation stamp, and report the outcome. */
    record Recover(Block block, long newGenerationStamp, List<StorageId> storages) implements DataNodeCommand {
        public Recover {
            requireNonNull(block, "block");
            storages = List.copyOf(storages);
        }
    }

    /**
     * Shorten the replicas on these storages under a new generation stamp, and report the outcome.
     *
     * @param block the block in its present version, with the length that it is to get
     */
    record Truncate(Block block, long newGenerationStamp, List<StorageId> storages) implements DataNodeCommand {
        public Truncate {
            requireNonNull(block, "block");
            storages = List.copyOf(storages);
        }
    }

    /**
     * Move replicas for a balancer no faster than this, until the DataNode is started again.
     *
     * @param bytesPerSecond positive
     */
    record Throttle(long bytesPerSecond) implements DataNodeCommand {
        public Throttle {
            if (bytesPerSecond <= 0) {
                throw new IllegalArgumentException("a bandwidth is positive: " + bytesPerSecond);
            }
        }
    }
}
