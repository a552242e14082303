package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

/** A copy of a block on one storage, in the version and length that the DataNode last reported. */
public record Replica(BlockId block, StorageId storage, long generationStamp, long length, ReplicaState state) {
    public Replica {
        requireNonNull(block, "block");
        requireNonNull(storage, "storage");
        requireNonNull(state, "state");
        if (length < 0) {
            throw new IllegalArgumentException("a replica's length is not negative: " + length);
        }
    }

    /** Whether this copy is whole and of the block's present version. */
    public boolean isGoodFor(Block present) {
        return state == ReplicaState.FINALIZED && isOfVersion(present);
    }

    /** Whether this would be a good copy if its DataNode had not been ordered to delete it. */
    public boolean isLeaving(Block present) {
        return state == ReplicaState.DELETING && isOfVersion(present);
    }

    private boolean isOfVersion(Block present) {
        return generationStamp == present.generationStamp() && length == present.length();
    }

    public Replica withState(ReplicaState changed) {
        return new Replica(block, storage, generationStamp, length, changed);
    }
}
