package io.lambdafs.block;

/** What is known of a replica. */
public enum ReplicaState {
    FINALIZED,
    BEING_WRITTEN,
    /** A reader or the DataNode found that its bytes do not match its checksums. */
    CORRUPT,
    /** Whole, but its DataNode was ordered to delete it: it does not count as a copy, until its DataNode says that it is gone. */
    DELETING
}
