package io.lambdafs.store;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Work that outlives the process that found it: blocks whose replication must be looked at, and commands. */
public interface WorkTable {
    /** Queues these blocks for a look at their replication; one that is queued already becomes due at once. */
    void checkReplication(List<BlockId> blocks);

    /**
     * The blocks to look at now: queued and never looked at, or last looked at longer ago than {@code retryAfter}. Marks
     * them as looked at now. They stay queued until {@link #replicationDone}.
     */
    List<BlockId> dueForReplication(Duration retryAfter, int limit);

    /** Takes these blocks out of the queue, and forgets what was noted of them. */
    void replicationDone(List<BlockId> blocks);

    /** Number of blocks in the queue. */
    long replicationQueueLength();

    /** Number of replicas whose deletion waits for their DataNodes' next heartbeats. Looks at all commands: for people. */
    long pendingDeletions();

    /**
     * Notes what is wrong with these blocks, which are in the queue, in place of what was noted of them before. An empty set
     * forgets it.
     */
    void noteFlaws(Map<BlockId, Set<BlockFlaw>> flaws);

    /** How many blocks were noted with each flaw. Reads a row for each block with a flaw. */
    Map<BlockFlaw, Long> countFlaws();

    /** The blocks that were noted with this flaw, ordered by id, from the first after {@code after}. */
    List<BlockId> withFlaw(BlockFlaw flaw, BlockId after, int limit);

    /** Sends commands to the DataNode that has this storage; dropped if no DataNode has. */
    void send(StorageId storage, List<DataNodeCommand> commands);

    /** Takes up to so many commands for a DataNode, the oldest first; they are gone when this commits. */
    List<DataNodeCommand> take(DataNodeId dataNode, int limit);
}
