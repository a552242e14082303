package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

/** A copy of a block on one storage, in the version and length that the DataNode last reported. */
public record Replica(BlockId block, StorageId storage, long generationStamp, long length, ReplicaState state) {
    public Replica {
        requireNonNull(block, "block");
        requireNonNull(storage, "storage");
        requireNonNull(state, "state");
    }

    /** Whether this copy is whole and of the block's present version. */
    public boolean isGoodFor(Block present) {
        return state == ReplicaState.FINALIZED
                && generationStamp == present.generationStamp()
                && length == present.length();
    }
}
