package io.lambdafs.store;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import java.util.List;

/** The replicas of blocks: what a cache keeps of the replicas. */
@FunctionalInterface
public interface ReplicaReads {
    /** The replicas of these blocks, in no particular order. One round trip. */
    List<Replica> ofBlocks(List<BlockId> blocks);
}
