package io.lambdafs.block;

/** What a DataNode said of a replica. */
public enum ReplicaState {
    FINALIZED,
    BEING_WRITTEN,
    /** A reader or the DataNode found that its bytes do not match its checksums. */
    CORRUPT
}
