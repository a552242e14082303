package io.lambdafs.block;

/** Where a block is in its life; the names are HDFS's. */
public enum BlockState {
    /** A client writes it. */
    UNDER_CONSTRUCTION,
    /** A DataNode brings its replicas to one length, because the writer is gone. */
    UNDER_RECOVERY,
    /** The client said how long it is; too few replicas have been reported yet. */
    COMMITTED,
    /** Enough replicas are finalized. */
    COMPLETE
}
