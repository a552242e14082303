package io.lambdafs.store;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import java.time.Duration;
import java.util.List;

/** Work that outlives the process that found it: blocks whose replication must be looked at, and commands. */
public interface WorkTable {
    /** Queues these blocks for a look at their replication; one that is queued already becomes due at once. */
    void checkReplication(List<BlockId> blocks);

    /**
     * The blocks to look at now: queued and never looked at, or last looked at longer ago than {@code retryAfter}. Marks
     * them as looked at now. They stay queued until {@link #replicationDone}.
     */
    List<BlockId> dueForReplication(Duration retryAfter, int limit);

    /** Takes these blocks out of the queue. */
    void replicationDone(List<BlockId> blocks);

    /** Number of blocks in the queue. */
    long replicationQueueLength();

    /** Number of replicas whose deletion waits for their DataNodes' next heartbeats. Looks at all commands: for people. */
    long pendingDeletions();

    /** Sends commands to the DataNode that has this storage; dropped if no DataNode has. */
    void send(StorageId storage, List<DataNodeCommand> commands);

    /** Takes up to so many commands for a DataNode, the oldest first; they are gone when this commits. */
    List<DataNodeCommand> take(DataNodeId dataNode, int limit);
}
