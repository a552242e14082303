package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;

/**
 * A replica as its DataNode describes it.
 *
 * @param interrupted whether its writing was cut short by an end of the DataNode
 */
record ReportedReplica(Block block, boolean finalized, boolean interrupted) {
    ReportedReplica {
        requireNonNull(block, "block");
    }

    BlockId id() {
        return block.id();
    }

    /** What the store records of it, given the block that it is a replica of. */
    Replica on(StorageId storage, BlockInfo of) {
        return new Replica(id(), storage, block.generationStamp(), block.length(), stateIn(of));
    }

    private ReplicaState stateIn(BlockInfo of) {
        boolean sameVersion = block.generationStamp() == of.block().generationStamp();
        if (of.isComplete() && sameVersion) {
            // Nobody goes on writing a complete block: a replica cut short, or of another length, is no copy of it.
            if (interrupted || (finalized && block.length() != of.block().length())) {
                return ReplicaState.CORRUPT;
            }
        }
        return finalized ? ReplicaState.FINALIZED : ReplicaState.BEING_WRITTEN;
    }
}
